/**
 * `npm run mutants`: plants each fault of server-faults.ts and device-faults.ts into a copy of the
 * sources and asks who notices: the convergence model, and the tests named beside it. Prints the
 * table, writes it into docs/sync-protocol.md, and fails when a fault that is not argued away survives.
 *
 * The model first plays the schedule that killed this fault the last time (known-kills.json, written
 * here); when the fault lives through it, its stories and then random ones until one kills it. It has
 * noticed a fault only when it names the schedule that failed, and a test only when one of its tests
 * failed: code that does not even load is shown as broken, and proves nothing.
 *
 * `-- --only S1,C4` plants those and replaces their rows; `-- --left` those that have no full row
 * yet, so that a run which was stopped goes on where it was; `-- --minutes N` begins no other one
 * after that time; `-- --runs N` gives the model more schedules; `-- --ask model` or `-- --ask tests`
 * asks only one of the two and leaves what the table says of the other. `-- --of guards` plants those
 * of guards.ts instead and `-- --of rules` those of rules.ts, which only tests are asked about; their
 * tables are in docs/trust.md and docs/product.md.
 */
import { spawnSync } from 'node:child_process'
import {
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
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
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
  // Every snippet first: a long run must not end in one that is gone.
  for (const mutation of chosen) plant(mutation)()
  const asksModel = whoIsAsked !== 'tests'
  // A schedule that fails by itself would kill everything.
  const known = chosen.flatMap(({ id }) => knownKills.get(id) ?? [])
  const fails = () =>
    playStories() !== survives ||
    (known.length > 0 && playModel({ MODEL_REPLAY: known.join() }) !== survives)
  if (asksModel && fails()) {
    return say('The model fails without any fault planted: repair that first.', 1)
  }
  const rows = readRows(list)
  // The model first, and then the tests of what it lives through: whenever it is stopped, a run has
  // shown as much as it could.
  if (asksModel) for (const mutation of chosen) askOne(mutation, 'model', rows)
  const isKilled = ({ id }: Mutation) => Number(rows.get(id)?.model === kills)
  const livesFirst = chosen.toSorted((one, other) => isKilled(one) - isKilled(other))
  if (whoIsAsked !== 'model') for (const mutation of livesFirst) askOne(mutation, 'other', rows)
  return judge(rows)
}

function askOne(mutation: Mutation, whom: keyof Row, rows: Map<string, Row>): void {
  const { id, tests, equivalent } = mutation
  const row = rows.get(id) ?? { model: notAsked, other: notAsked }
  if (Date.now() > endsAt || (values.left && row[whom] !== notAsked)) return
  const restore = plant(mutation)
  row[whom] = whom === 'model' ? askModel(mutation) : runTests(tests)
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

/** @returns takes the fault out again */
function plant({ id, file, find, replace }: Mutation): () => void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`${id}: its snippet stands ${places} times in ${file}`)
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
  // The file plays half of them.
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

/** @returns how to play the schedule that failed again, or what came of it instead */
function playModel(environment: Record<string, string>, file = model): string {
  const files = runVitest([file], environment)
  const failed = files?.flatMap(failuresOf)[0]?.failureMessages.join('\n')
  // A name that stands nowhere fails each schedule: that is no proof either.
  const [, again] = /MODEL_REPLAY="([^"]+)"/.exec(failed ?? '') ?? []
  if (again && !/ReferenceError|SyntaxError/.test(failed ?? '')) return again
  return files?.every(hasPassed) ? survives : broken
}

/** @returns the first test that fails, or what came of them instead */
function runTests(tests: string[]): string {
  const files = runVitest(tests)
  // What never ends was noticed by whatever waits for its end.
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

/** @returns what it says of each file, or null when it did not end */
function runVitest(files: string[], environment: Record<string, string> = {}): TestFile[] | null {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['--reporter=json', `--outputFile=${report}`, '--bail=1']
  const caching = [
    '--experimental.fsModuleCache',
    `--experimental.fsModuleCachePath=${cacheFolder}`,
  ]
  const env = { ...process.env, MODEL_SHRINK: 'no', ...environment }
  spawnSync(process.execPath, [vitest, 'run', ...options, ...caching, ...files], {
    cwd: copy,
    env,
    stdio: 'ignore',
    timeout: patienceMs,
  })
  if (!existsSync(report)) return null
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: TestFile[] }
  // A setup that fails is no survivor.
  if (testResults.length === 0) throw new Error(`Nothing ran of ${files}`)
  return testResults
}

function say<Code extends number | undefined>(text: string, code?: Code): Code {
  process.stdout.write(`${text}\n`)
  return code as Code
}
