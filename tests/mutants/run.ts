/**
 * `npm run mutants`: plants each fault of server-faults.ts and device-faults.ts into a copy of the
 * sources and runs the convergence model and the fault's own tests. Prints the results, writes them
 * into the table of docs/sync-protocol.md, and fails if a fault survives that is not `equivalent`.
 *
 * The model first replays the schedule that killed the fault last time (known-kills.json, written
 * here); if the fault survives it, the stories and then random schedules. The model has noticed a
 * fault only if it names the schedule that failed, and a file only if one of its tests failed: code
 * that does not load is reported as broken and proves nothing.
 *
 * `-- --only S1,C4` plants those and replaces their rows; `-- --left` those without a full row, to
 * continue a stopped run; `-- --minutes N` starts no fault after that time; `-- --runs N` gives the
 * model more schedules; `-- --ask model` or `-- --ask tests` runs only one of the two and keeps the
 * other's results. `-- --of guards` plants the faults of guards.ts, `-- --of rules` those of
 * rules.ts, `-- --of counter` those of counter-faults.ts; the model is not run for these, and their
 * tables are in docs/trust.md, docs/product.md and docs/counter.md.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestCluster } from '#tests/support/cluster.ts'
import { clusterVariable } from '#tests/support/run.ts'
import type { Mutation } from './mutation.ts'
import {
  broken,
  findList,
  isFull,
  judgeRows,
  kills,
  lineOf,
  notAsked,
  type Row,
  readRows,
  survives,
  writeRows,
} from './table.ts'

const root = join(import.meta.dirname, '../..')
const parts = [
  'schema',
  'sync-server',
  'pwa',
  'tests',
  'scripts',
  'package.json',
  'package-lock.json',
  'playwright.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vitest.config.ts',
]
const model = 'tests/convergence/model.test.ts'
const stories = 'tests/convergence/stories.test.ts'
const patienceMs = 600_000
const cacheFolder = join(tmpdir(), 'regulars-mutants-modules')

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    left: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '600' },
    runs: { type: 'string', default: '20' },
    ask: { type: 'string', default: 'both' },
    of: { type: 'string', default: 'sync' },
  },
})

const list = findList(values.of)
const whoIsAsked = list.modelKillsMin === null ? 'tests' : values.ask

/** By the id of a fault: the MODEL_REPLAY of a schedule that has noticed it. */
const killsFile = join(root, 'tests/mutants/known-kills.json')
const knownKills = new Map<string, string>(
  existsSync(killsFile) ? Object.entries(JSON.parse(readFileSync(killsFile, 'utf8'))) : [],
)

const endsAt = Date.now() + Number(values.minutes) * 60_000
const copy = mkdtempSync(join(tmpdir(), 'regulars-mutants-'))
// When root runs this, PostgreSQL's user must be able to enter the folder.
chmodSync(copy, 0o711)
const cluster = await startTestCluster()
try {
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  process.exitCode = runAll(choose())
} finally {
  await cluster.stop()
  rmSync(copy, { recursive: true, force: true })
}

function choose(): Mutation[] {
  const only = values.only?.split(',')
  const rows = values.left ? readRows(list) : new Map<string, Row>()
  return list.faults.filter(({ id }) => (!only || only.includes(id)) && !isFull(list, rows.get(id)))
}

function runAll(chosen: Mutation[]): number {
  // Check every snippet first, so that a long run does not end at a missing one.
  for (const mutation of chosen) plant(mutation)()
  const asksModel = whoIsAsked !== 'tests'
  // A schedule that fails without a fault would kill every fault.
  const known = chosen.flatMap(({ id }) => knownKills.get(id) ?? [])
  const fails = () =>
    playStories() !== survives ||
    (known.length > 0 && playModel({ MODEL_REPLAY: known.join() }) !== survives)
  if (asksModel && fails()) {
    return say('The model fails without any fault planted: repair that first.', 1)
  }
  const rows = readRows(list)
  // The model first, then the tests, beginning with faults that the model missed: a run that is
  // stopped has then shown as much as it could.
  if (asksModel) for (const mutation of chosen) askOne(mutation, 'model', rows)
  const isKilled = ({ id }: Mutation) => Number(rows.get(id)?.model === kills)
  const livesFirst = chosen.toSorted((one, other) => isKilled(one) - isKilled(other))
  if (whoIsAsked !== 'model') for (const mutation of livesFirst) askOne(mutation, 'other', rows)
  return judge(rows)
}

function askOne(mutation: Mutation, whom: keyof Row, rows: Map<string, Row>): void {
  const { id, equivalent } = mutation
  const row = rows.get(id) ?? { model: notAsked, other: notAsked }
  if (Date.now() > endsAt || (values.left && row[whom] !== notAsked)) return
  const restore = plant(mutation)
  row[whom] = whom === 'model' ? askModel(mutation) : runTests(mutation)
  restore()
  if (equivalent && row.other === survives) row.other = `equivalent: ${equivalent}`
  rows.set(id, row)
  say(lineOf(list, mutation, row))
  writeRows(list, rows)
}

function judge(rows: Map<string, Row>): number {
  const byModel = [...rows.values()].filter(({ model }) => model === kills).length
  const wrong = judgeRows(list, rows)
  const noticed = list.modelKillsMin === null ? '' : `, ${byModel} noticed by the model`
  say([`${rows.size} faults${noticed}`, ...wrong].join('\n'))
  return wrong.length > 0 ? 1 : 0
}

/** @returns a function that removes the fault again */
function plant({ id, file, find, replace }: Mutation): () => void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`${id}: its snippet occurs ${places} times in ${file}`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  return () => writeFileSync(path, text)
}

function askModel({ id }: Mutation): string {
  const known = knownKills.get(id)
  if (known && isSchedule(playModel({ MODEL_REPLAY: known }))) return kills
  const told = playStories()
  // The file plays half of the schedules.
  const outcome =
    told === survives ? playModel({ MODEL_RUNS: String(2 * Number(values.runs)) }) : told
  if (!isSchedule(outcome)) return outcome
  knownKills.set(id, outcome)
  const sorted = [...knownKills].sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(killsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  return kills
}

function isSchedule(outcome: string): boolean {
  return outcome !== survives && outcome !== broken
}

/** As often as `npm test` tells them. */
function playStories(): string {
  return playModel({ MODEL_RUNS: '200' }, stories)
}

/** @returns the replay of the schedule that failed, or `survives` or `broken` */
function playModel(environment: Record<string, string>, file = model): string {
  const files = runVitest([file], environment)
  const failed = files?.flatMap(failuresOf)[0]?.failureMessages.join('\n')
  // An undefined name fails every schedule, which proves nothing.
  const [, again] = /MODEL_REPLAY="([^"]+)"/.exec(failed ?? '') ?? []
  if (again && !/ReferenceError|SyntaxError/.test(failed ?? '')) return again
  return files?.every(hasPassed) ? survives : broken
}

/** @returns the first test that fails, or `survives` or `broken` */
function runTests({ file, tests }: Mutation): string {
  const journeys = tests.filter((test) => test.endsWith('.spec.ts'))
  const others = tests.filter((test) => !journeys.includes(test))
  // The shared cluster has migrated its databases already.
  const isMigration = file.startsWith('schema/database/migrations/')
  const noticed =
    others.length > 0 ? runOthers(others, isMigration ? { [clusterVariable]: '' } : {}) : survives
  return noticed === survives && journeys.length > 0 ? runJourneys(journeys) : noticed
}

/** Builds the app with the fault. A fault that doesn't build proves nothing. */
function runJourneys(files: string[]): string {
  const report = join(copy, 'journeys.json')
  rmSync(report, { force: true })
  const tool = (path: string, args: string[], environment: Record<string, string>) =>
    spawnSync(process.execPath, [join(root, 'node_modules', path), ...args], {
      cwd: copy,
      env: { ...process.env, ...environment },
      stdio: 'ignore',
      timeout: patienceMs,
    }).status
  const isBuilt = tool('vite/bin/vite.js', ['build'], { NODE_ENV: 'production' }) === 0
  if (!isBuilt) return broken
  tool('@playwright/test/cli.js', ['test', ...files, '--max-failures=1', '--reporter=json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  if (!existsSync(report)) return `\`${files[0]}\` it never ends`
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[] }
  const specs = suites.flatMap(specsOf)
  const failed = specs.find(
    ({ ok, tests }) => !ok && tests.some(({ status }) => status === 'unexpected'),
  )
  if (failed) return `\`tests/journeys/${failed.file}\` ${failed.title}`.replaceAll('|', '\\|')
  return specs.some(({ ok }) => ok) ? survives : broken
}

interface Suite {
  specs: { title: string; file: string; ok: boolean; tests: { status: string }[] }[]
  suites?: Suite[]
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function runOthers(tests: string[], environment: Record<string, string>): string {
  const files = runVitest(tests, environment)
  // A run that never ends has noticed the fault.
  if (files === null) return `\`${tests[0]}\` it never ends`
  for (const file of files) {
    const [failed] = failuresOf(file)
    if (!failed || /ReferenceError|SyntaxError/.test(failed.failureMessages.join())) continue
    return `\`${relative(copy, file.name)}\` ${failed.title}`.replaceAll('|', '\\|')
  }
  return files.every(hasPassed) ? survives : broken
}

interface TestFile {
  name: string
  status: string
  assertionResults: { status: string; title: string; failureMessages: string[] }[]
}

function hasPassed({ status, assertionResults }: TestFile): boolean {
  return status === 'passed' && assertionResults.length > 0
}

function failuresOf({ assertionResults }: TestFile) {
  return assertionResults.filter(({ status }) => status === 'failed')
}

/** @returns the report of each file, or null if the run did not end */
function runVitest(files: string[], environment: Record<string, string> = {}): TestFile[] | null {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['--reporter=json', `--outputFile=${report}`, '--bail=1']
  // A global setup that starts a cluster fails on modules from the cache.
  const startsCluster = environment[clusterVariable] === ''
  const caching = startsCluster
    ? []
    : ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${cacheFolder}`]
  const env = { ...process.env, MODEL_SHRINK: 'no', ...environment }
  spawnSync(process.execPath, [vitest, 'run', ...options, ...caching, ...files], {
    cwd: copy,
    env,
    stdio: 'ignore',
    timeout: patienceMs,
  })
  if (!existsSync(report)) return null
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: TestFile[] }
  // A setup that fails does not mean that the fault survived.
  if (testResults.length === 0) throw new Error(`Nothing ran of ${files}`)
  return testResults
}

function say<Code extends number | undefined>(text: string, code?: Code): Code {
  process.stdout.write(`${text}\n`)
  return code as Code
}
