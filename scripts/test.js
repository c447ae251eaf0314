/**
 * `npm test`, on a fresh machine too: installs what is missing, runs every check in turn, and ends
 * with one line, `N passed, N failed`. A step that dies without a report counts as a failure.
 * Deep tests run where this checkout changes their subject (`tests/reach.ts`), and with `--all`,
 * which is `npm run test:all`. `--only` with `unit`, `server`, `screens` or `browser` narrows it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '#build/ensure-built.js'
import { findDeepFiles } from './deep-files.js'
import { ensureInstalled, requireNode, root, runTool, say, stopWith } from './install.js'
import { firefox, services, webKit } from './test-programs.js'
import { readPlaywright, readVitest } from './test-reports.js'

const parts = ['unit', 'server', 'screens', 'browser']
const reports = join(root, 'test-results')

requireNode()
const { only, all } = readArguments()
const programsInstalled = only === 'unit' || only === 'screens' ? undefined : installPrograms()
ensureInstalled({ forTests: true })
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

/** @type {{ name: string, run: () => Counts | Promise<Counts> }[]} */
const steps = []
if (!only || only === 'unit') {
  steps.push(checkStep('Format and lint', () => runTool('@biomejs/biome/bin/biome', ['ci', '.'])))
  steps.push({ name: 'Types', run: runTypes })
}
if (only !== 'browser') {
  steps.push({ name: 'Unit, server and screen tests', run: () => runVitest('core') })
}
if (!only || only === 'browser') {
  steps.push(checkStep('Build', ensureBuilt))
  steps.push({ name: 'Browser tests', run: () => runPlaywright('core') })
}
const reached = all ? [] : findReached()
const isJourney = (/** @type {string} */ file) => file.startsWith('tests/journeys/')
const journeys = reached.filter(isJourney)
const others = reached.filter((file) => !isJourney(file))
if (only !== 'browser' && (all || others.length > 0)) {
  steps.push({ name: 'Deep server and screen tests', run: () => runVitest('deep', others) })
}
if ((!only || only === 'browser') && (all || journeys.length > 0)) {
  steps.push({ name: 'Deep browser tests', run: () => runPlaywright('deep', journeys) })
}

const results = []
for (const { name, run } of steps) {
  say(`\n== ${name}`)
  const startedAt = Date.now()
  const result = await run()
  results.push({ name, ...result, seconds: ((Date.now() - startedAt) / 1000).toFixed(1) })
}

say('\n== Summary')
for (const { name, passed, failed, skipped = 0, seconds } of results) {
  const omitted = skipped ? `, ${skipped} skipped` : ''
  say(`${name.padEnd(32)}${passed} passed, ${failed} failed${omitted} (${seconds} s)`)
}
const failures = results.flatMap(({ name, failures = [] }) =>
  failures.map((title) => [name, title]),
)
for (const [name, title] of failures) say(`Failed in ${name}: ${title}`)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
process.exitCode = failed === 0 ? 0 : 1
if (!all) say('Deep tests run where their subject has changed; npm run test:all runs all of them.')
say(`${passed} passed, ${failed} failed`)

function readArguments() {
  const args = process.argv.slice(2)
  const all = args[0] === '--all'
  const [flag, only, ...rest] = all ? args.slice(1) : args
  const isWhole = flag === undefined
  const isPart = flag === '--only' && parts.includes(only ?? '') && rest.length === 0
  if (isWhole || isPart) return { only, all }
  return stopWith(`Use npm test, or npm test -- --only ${parts.join('|')}.`)
}

/** @returns {string[]} */
function findReached() {
  const args = ['--import', 'tsx', join(root, 'scripts', 'reached-tests.ts')]
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return status === 0 ? JSON.parse(stdout) : stopWith('The deep tests of this change are unknown.')
}

/**
 * @typedef {import('./test-reports.js').Counts} Counts
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

/**
 * Checks each runtime separately, because their globals differ. One checker each: several would
 * check shared types several times.
 */
async function runTypes() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const checks = ['schema', 'pwa', 'sync-server', '.'].map(async (project) => {
    const child = spawn(process.execPath, [tsc, '-p', project, '--checkers', '1'], {
      cwd: root,
      stdio: 'inherit',
    })
    const [status] = await once(child, 'exit')
    return status
  })
  const passed = (await Promise.all(checks)).every((status) => status === 0)
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Runs alongside the first steps: on a fresh machine it takes most of a minute. */
async function installPrograms() {
  const program = join(root, 'scripts', 'install-test-programs.js')
  const child = spawn(process.execPath, [program, only ?? ''], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.on('exit', () => child.kill())
  // A failed installation is fine here: the steps that need a program check whether it exists.
  await once(child, 'exit').catch(() => {})
}

/** @param {import('./test-programs.js').Program[]} programs */
function nameMissing(programs) {
  for (const { name, packages, isThere } of programs) {
    if (isThere()) continue
    say(`${name} is not here (Debian’s ${packages.join(', ')}): its tests are not run.`)
  }
}

/**
 * @param {'core' | 'deep'} level
 * @param {string[]} [files] all files if empty
 */
async function runVitest(level, files = []) {
  await programsInstalled
  if (!only || only === 'server') nameMissing(services)
  const report = join(reports, `vitest-${level}.json`)
  const chosen =
    level === 'deep'
      ? ['--tagsFilter=deep']
      : ['--tagsFilter=!deep', ...findDeepFiles().map((file) => `--exclude=${file}`)]
  // Screens are two projects.
  const project = only ? ['--project', only === 'screens' ? '*screens' : only] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // The part that was asked for may contain none of the files.
  const others = only && files.length > 0 ? ['--passWithNoTests'] : []
  const args = ['run', ...files, ...project, ...chosen, ...others, ...reporters]
  const succeeded = runTool('vitest/vitest.mjs', args)
  return readCounts(report, succeeded, (content) => readVitest(content, level))
}

/**
 * @param {'core' | 'deep'} level
 * @param {string[]} [files] all files if empty
 */
async function runPlaywright(level, files = []) {
  await programsInstalled
  const chromium = findChromium()
  if (!chromium) {
    say('No Chromium was found: install Debian’s chromium, or set CHROMIUM_PATH to one.')
    return { passed: 0, failed: 1 }
  }
  nameMissing([firefox, webKit])
  const report = join(reports, `playwright-${level}.json`)
  const output = ['--reporter=list,json', '--output', join(reports, `playwright-${level}`)]
  const grep = [level === 'deep' ? '--grep' : '--grep-invert', '@deep']
  const args = ['test', ...files, ...grep, ...output]
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const succeeded = runTool('@playwright/test/cli.js', args, env)
  return readCounts(report, succeeded, readPlaywright)
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
  // Files that don't load and failing setups appear in no test's count.
  if (succeeded || counts.failed > 0) return counts
  return { ...counts, failed: 1, failures: ['an error outside of every test, in the output above'] }
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  return ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
}
