/**
 * Installs what tests run besides Node, where that can be done: on Debian, as root. `npm test` does
 * it beside its first steps. `server` or `browser` as the only argument narrows it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { say } from './install.js'
import { chromium, firefox, pooler, webKit } from './test-programs.js'

const policyFile = '/usr/sbin/policy-rc.d'
const policy = '#!/bin/sh\n# Of a test run of Regulars: no package starts its service.\nexit 101\n'
const aptOptions = ['DPkg::Lock::Timeout=120', 'Acquire::Retries=0', 'Acquire::http::Timeout=10']

const only = process.argv[2]
const browsers = process.env.CHROMIUM_PATH ? [] : [chromium, firefox, webKit]
const wanted = [...(only === 'browser' ? [] : [pooler]), ...(only === 'server' ? [] : browsers)]
const missing = wanted.filter(({ isThere }) => !isThere())
const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

const parent = process.ppid
let isAskedToEnd = false
// What apt has begun it ends, and what has to follow from it is done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => (isAskedToEnd = true))
if (isDebianRoot && missing.length > 0) await withoutServices(installMissing)

async function installMissing() {
  await runApt('update')
  // One by one: where one of them cannot be had, the others can.
  for (const { packages } of missing) {
    if (isAskedToEnd || process.ppid !== parent) break
    say(`Installing Debian’s ${packages.join(', ')}.`)
    await runApt('install', '--yes', '--no-install-recommends', ...packages)
  }
  // Without systemd, as in most containers, nothing is started at boot.
  const hasSystemd = existsSync('/run/systemd/system')
  if (hasSystemd && missing.includes(pooler)) spawnSync('systemctl', ['disable', 'pgbouncer'])
}

/**
 * pgbouncer's package would start a service. Tests start their own.
 *
 * @param {() => Promise<void>} install
 */
async function withoutServices(install) {
  // Ours may be there from a run that was killed.
  const isOurs = !existsSync(policyFile) || readFileSync(policyFile, 'utf8') === policy
  if (isOurs) writeFileSync(policyFile, policy, { mode: 0o755 })
  await install()
  if (isOurs) rmSync(policyFile, { force: true })
}

/** @param {string[]} args */
async function runApt(...args) {
  const options = aptOptions.flatMap((option) => ['-o', option])
  const child = spawn('apt-get', ['--quiet', ...options, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await once(child, 'exit').catch(() => {})
}
