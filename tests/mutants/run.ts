/**
 * `npm run mutants`: plants each fault of mutations.ts into a copy of the sources and asks who
 * notices: the convergence model, and the tests named beside it. Prints the table, writes it into
 * docs/sync-protocol.md, and fails when a fault that is not argued away survives.
 * `-- --only S1,C4` plants those and replaces their rows; `-- --runs N` gives the model more
 * schedules.
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
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutation, mutations } from './mutations.ts'

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
const page = join(root, 'docs/sync-protocol.md')
const [opening, closing] = ['<!-- mutants -->', '<!-- /mutants -->']
const model = 'tests/convergence/model.test.ts'
const byModel = /\| kills +\|/
const modelKillsMin = 30
const patienceMs = 600_000

const { values } = parseArgs({
  options: { only: { type: 'string' }, runs: { type: 'string', default: '40' } },
})

const copy = mkdtempSync(join(tmpdir(), 'regulars-mutants-'))
try {
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  process.exitCode = runAll(choose())
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function choose(): Mutation[] {
  const only = values.only?.split(',')
  return mutations.filter(({ id }) => !only || only.includes(id))
}

function runAll(chosen: Mutation[]): number {
  // Every snippet first: a long run must not end in one that is gone.
  for (const mutation of chosen) plant(mutation)()
  if (!values.only && failingTests([model]).size > 0) {
    return say('The model fails without any fault planted: repair that first.', 1)
  }
  const lines = readLines()
  const survivors: Mutation[] = []
  for (const mutation of chosen) {
    const restore = plant(mutation)
    const failing = failingTests([model, ...mutation.tests])
    restore()
    const line = lineOf(mutation, failing)
    lines.set(mutation.id, line)
    say(line)
    writeTable(lines)
    if (failing.size === 0 && !mutation.equivalent) survivors.push(mutation)
  }
  const kills = [...lines.values()].filter((line) => byModel.test(line)).length
  say(`${lines.size} mutants, ${kills} killed by the model, ${survivors.length} survive`)
  return survivors.length > 0 || kills < modelKillsMin ? 1 : 0
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

/** @returns by file, the name of the first test in it that fails */
function failingTests(files: string[]): Map<string, string> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=json', `--outputFile=${report}`]
  const env = { ...process.env, MODEL_RUNS: values.runs, MODEL_SHRINK: 'no' }
  spawnSync(process.execPath, [vitest, 'run', ...reporters, ...files], {
    cwd: copy,
    env,
    stdio: 'ignore',
    timeout: patienceMs,
  })
  const found = new Map<string, string>()
  // What never ends was noticed by whatever waits for its end.
  if (!existsSync(report)) return found.set(model, 'it never ends')
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string
      status: string
      assertionResults: { status: string; title: string }[]
    }[]
  }
  for (const file of files) {
    const result = testResults.find(({ name }) => name === join(copy, file))
    const failed = result?.assertionResults.find((each) => each.status === 'failed')
    if (result?.status !== 'passed') found.set(file, failed?.title ?? 'it does not load')
  }
  return found
}

/** The rows that stand in the docs, by the id of their mutation; a whole run begins with none. */
function readLines(): Map<string, string> {
  const table = readFileSync(page, 'utf8').split(opening)[1]?.split(closing)[0] ?? ''
  const rows = table.split('\n').filter((line) => /^\| [A-Z]\d/.test(line))
  const ids = new Set(mutations.map(({ id }) => id))
  const kept = rows.map((line) => [line.split(' ')[1] ?? '', line] as const)
  return new Map(values.only ? kept.filter(([id]) => ids.has(id)) : [])
}

function writeTable(lines: Map<string, string>): void {
  const rows = mutations.flatMap(({ id }) => lines.get(id) ?? [])
  const table = ['| | fault | the model | another test |', '| --- | --- | --- | --- |', ...rows]
  const text = readFileSync(page, 'utf8')
  const [before] = text.split(opening)
  const [, after] = text.split(closing)
  writeFileSync(page, `${before}${opening}\n\n${table.join('\n')}\n\n${closing}${after}`)
}

function lineOf({ id, fault, equivalent }: Mutation, failing: Map<string, string>): string {
  const [other] = [...failing].filter(([file]) => file !== model)
  const told = other && `\`${other[0]}\` ${other[1]}`.replaceAll('|', '\\|')
  const end = told ?? (equivalent ? `equivalent: ${equivalent}` : 'survives')
  return `| ${id} | ${fault} | ${failing.has(model) ? 'kills' : 'survives'} | ${end} |`
}

function say<Code extends number | undefined>(text: string, code?: Code): Code {
  process.stdout.write(`${text}\n`)
  return code as Code
}
