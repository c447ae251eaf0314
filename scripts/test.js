/**
 * `npm test`, on a fresh machine too: installs what is missing, runs every check in turn, and ends
 * with one line, `N passed, N failed`. A step that dies without a report counts as a failure.
 * `--only unit`, `--only server` and `--only browser` narrow it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { firefox, webKit } from './engines.js'
import { ensureInstalled, requireNode, root, runTool, say, stopWith } from './install.js'

const parts = ['unit', 'server', 'browser']
const reports = join(root, 'test-results')
const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

requireNode()
const only = readOnly()
ensureInstalled({ forTests: true })
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

/** @type {{ name: string, run: () => Counts }[]} */
const steps = []
if (!only || only === 'unit') {
  steps.push(checkStep('Format and lint', () => runTool('@biomejs/biome/bin/biome', ['ci', '.'])))
  steps.push(checkStep('Types', runTypes))
}
if (only !== 'browser') steps.push({ name: 'Unit and server tests', run: runVitest })
if (!only || only === 'browser') {
  steps.push(checkStep('Build', ensureBuilt))
  steps.push({ name: 'Browser tests', run: runPlaywright })
}

const results = []
for (const { name, run } of steps) {
  say(`\n== ${name}`)
  const startedAt = Date.now()
  const result = run()
  results.push({ name, ...result, seconds: ((Date.now() - startedAt) / 1000).toFixed(1) })
}

say('\n== Summary')
for (const { name, passed, failed, skipped = 0, seconds } of results) {
  const omitted = skipped ? `, ${skipped} skipped` : ''
  say(`${name.padEnd(24)}${passed} passed, ${failed} failed${omitted} (${seconds} s)`)
}
const failed = results.reduce((sum, result) => sum + result.failed, 0)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
process.exitCode = failed === 0 ? 0 : 1
say(`${passed} passed, ${failed} failed`)

function readOnly() {
  const [flag, part, ...rest] = process.argv.slice(2)
  if (flag === undefined) return undefined
  if (flag === '--only' && parts.includes(part ?? '') && rest.length === 0) return part
  return stopWith(`Use npm test, or npm test -- --only ${parts.join('|')}.`)
}

/**
 * @typedef {{ passed: number, failed: number, skipped?: number }} Counts
 *
 * @param {string} name
 * @param {() => boolean} run
 */
function checkStep(name, run) {
  return {
    name,
    /** @returns {Counts} */
    run: () => (run() ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  }
}

/** One run for each of the runtimes, which have different globals. */
function runTypes() {
  const projects = ['schema', 'pwa', 'sync-server', '.']
  return projects.every((project) => runTool('typescript/bin/tsc', ['-p', project]))
}

function runVitest() {
  if (only !== 'unit') {
    installPooler()
    if (!hasPooler()) say('pgbouncer is not here (Debian’s pgbouncer): its test is not run.')
  }
  const report = join(reports, 'vitest.json')
  const project = only ? ['--project', only] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const succeeded = runTool('vitest/vitest.mjs', ['run', ...project, ...reporters])
  return readCounts(report, succeeded, (counts) => ({
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  }))
}

function runPlaywright() {
  installBrowsers()
  const chromium = findChromium()
  if (!chromium) {
    say('No Chromium was found: install Debian’s chromium, or set CHROMIUM_PATH to one.')
    return { passed: 0, failed: 1 }
  }
  for (const { name, packages, isThere } of [firefox, webKit]) {
    if (!isThere()) {
      say(`${name} is not here (Debian’s ${packages.join(', ')}): its journeys are not run.`)
    }
  }
  const report = join(reports, 'playwright.json')
  const args = ['test', '--reporter=list,json', '--output', join(reports, 'playwright')]
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const succeeded = runTool('@playwright/test/cli.js', args, env)
  return readCounts(report, succeeded, ({ stats }) => ({
    passed: stats.expected,
    // A test that needs a second try has failed once.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }))
}

/**
 * @param {string} report
 * @param {boolean} succeeded
 * @param {(report: any) => Counts} count
 * @returns {Counts}
 */
function readCounts(report, succeeded, count) {
  const counts = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1 }
  // A file that does not load, or a failing setup, is in no test's count.
  const unseen = !succeeded && counts.failed === 0 ? 1 : 0
  return { ...counts, failed: counts.failed + unseen }
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  return ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
}

/**
 * Where this can be done: Debian's browsers, with Chromium's headless shell, in which journeys take
 * less time.
 */
function installBrowsers() {
  if (process.env.CHROMIUM_PATH) return
  const chromium = ['chromium', 'chromium-headless-shell'].filter(
    (name) => !existsSync(`/usr/bin/${name}`),
  )
  const engines = [firefox, webKit].filter(({ isThere }) => !isThere())
  installPackages([chromium, ...engines.map(({ packages }) => packages)])
}

function hasPooler() {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].some((path) => existsSync(path))
}

/** What a server test starts for itself. The service that Debian makes of it is left stopped. */
function installPooler() {
  if (!isDebianRoot || hasPooler()) return
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    installPackages([['pgbouncer']])
    // Without systemd, which a container usually is, there is nothing to disable.
    if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['disable', 'pgbouncer'])
  } finally {
    if (isOurs) rmSync(policy)
  }
}

/**
 * One group after the other: where one of them cannot be had, the others can.
 *
 * @param {string[][]} groups
 */
function installPackages(groups) {
  const missing = groups.filter((packages) => packages.length > 0)
  if (missing.length === 0 || !isDebianRoot) return
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], options)
  for (const packages of missing) {
    say(`Installing Debian’s ${packages.join(', ')}.`)
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], options)
  }
}
