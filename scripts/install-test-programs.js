/**
 * Installs the programs besides Node that tests run, where it can: on Debian, as root. `npm test`
 * runs it alongside its first steps. The first argument, `server` or `browser`, narrows it; the
 * second names another policy file, for the installer's own test.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { say } from './install.js'
import { isOurPolicy, preventAutostart } from './prevent-autostart.js'
import { chromium, firefox, services, webKit } from './test-programs.js'

const aptOptions = ['DPkg::Lock::Timeout=120', 'Acquire::Retries=0', 'Acquire::http::Timeout=10']

const [only, policyFile = '/usr/sbin/policy-rc.d'] = process.argv.slice(2)
const browsers = process.env.CHROMIUM_PATH ? [] : [chromium, firefox, webKit]
const wanted = [...(only === 'browser' ? [] : services), ...(only === 'server' ? [] : browsers)]
const missing = wanted.filter(({ isThere }) => !isThere())
const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

const parent = process.ppid
let isAskedToEnd = false
// Let apt finish the package it has started on, then clean up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => (isAskedToEnd = true))
if (isDebianRoot && missing.length > 0) await preventAutostart(policyFile, installMissing)
else if (isDebianRoot && isOurPolicy(policyFile)) {
  // A killed run left the file. Its apt may still be configuring a package: `check` waits for apt's
  // lock before the file is removed.
  await preventAutostart(policyFile, () => runApt('check'))
}

async function installMissing() {
  await runApt('update')
  // One at a time: if one of them is unavailable, the others still install.
  for (const { packages } of missing) {
    if (isAskedToEnd || process.ppid !== parent) break
    say(`Installing Debian’s ${packages.join(', ')}.`)
    await runApt('install', '--yes', '--no-install-recommends', ...packages)
  }
  // Without systemd, as in most containers, nothing starts at boot.
  const enabled = existsSync('/run/systemd/system')
    ? services.filter((each) => missing.includes(each))
    : []
  for (const { name } of enabled) spawnSync('systemctl', ['disable', name])
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
