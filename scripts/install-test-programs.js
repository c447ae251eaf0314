/**
 * Installs what tests run besides Node, where that can be done: on Debian, as root. `npm test` does
 * it beside its first steps. `server` or `browser` as the only argument narrows it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { say } from './install.js'
import { chromium, firefox, pooler, webKit } from './test-programs.js'

const only = process.argv[2]
const browsers = process.env.CHROMIUM_PATH ? [] : [chromium, firefox, webKit]
const wanted = [...(only === 'browser' ? [] : [pooler]), ...(only === 'server' ? [] : browsers)]
const missing = wanted.filter(({ isThere }) => !isThere())
const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
if (isDebianRoot && missing.length > 0) {
  startNoServices()
  await runApt('update')
  // One by one: where one of them cannot be had, the others can.
  for (const { packages } of missing) {
    say(`Installing Debian’s ${packages.join(', ')}.`)
    await runApt('install', '--yes', '--no-install-recommends', ...packages)
  }
  // A test starts its own. Without systemd, as in most containers, nothing is started at boot.
  const hasSystemd = existsSync('/run/systemd/system')
  if (hasSystemd && missing.includes(pooler)) spawnSync('systemctl', ['disable', 'pgbouncer'])
}

/** While this program runs, no package starts the service it brings, as pgbouncer's would. */
function startNoServices() {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return
  process.on('exit', () => rmSync(policy, { force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
}

/** @param {string[]} args */
async function runApt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn('apt-get', ['--quiet', ...args], { stdio: 'inherit', env })
  await once(child, 'exit')
}
