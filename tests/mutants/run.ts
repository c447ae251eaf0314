/**
 * `npm run mutants` plants each fault of faults.ts into a copy of the sources and runs the tests
 * that must notice it. Fails if one of them passes, or if the code with the fault does not load.
 * `-- --only WORDS` takes only faults whose description contains the words.
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
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestCluster } from '#tests/support/cluster.ts'
import { clusterVariable } from '#tests/support/run.ts'
import { type Fault, faults } from './faults.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['schema', 'sync-server', 'pwa', 'tests', 'scripts', 'build']
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json']
const parts = [...folders, ...settings, 'vitest.config.ts']
const patienceMs = 600_000

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const chosen = faults.filter(({ fault }) => fault.includes(values.only))

const copy = mkdtempSync(join(tmpdir(), 'regulars-mutants-'))
// When root runs this, PostgreSQL's user must be able to enter the folder.
chmodSync(copy, 0o711)
const cluster = await startTestCluster()
try {
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // Finds a snippet that no longer applies before the first test runs.
  for (const each of chosen) plant(each)()
  const missed = chosen.filter((each) => !isNoticed(each))
  process.stdout.write(`${chosen.length} faults, ${missed.length} missed\n`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await cluster.stop()
  rmSync(copy, { recursive: true, force: true })
}

/** @returns a function that removes the fault again */
function plant({ fault, file, find, replace }: Fault): () => void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`“${fault}”: its snippet occurs ${places} times in ${file}`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  return () => writeFileSync(path, text)
}

function isNoticed(each: Fault): boolean {
  const remove = plant(each)
  const results = each.tests.map((file) => ({ file, noticed: runTests(file, each.file) }))
  remove()
  process.stdout.write(`${each.fault}\n`)
  for (const { file, noticed } of results) {
    process.stdout.write(`  ${file}: ${noticed ?? 'NOT NOTICED'}\n`)
  }
  return results.every(({ noticed }) => noticed !== null)
}

interface TestFile {
  name: string
  assertionResults: { status: string; title: string; failureMessages: string[] }[]
}

/** @returns the title of the first test that fails, or null */
function runTests(file: string, changed: string): string | null {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  // The shared cluster has migrated its databases already.
  const isMigration = changed.startsWith('schema/database/migrations/')
  const models = { MODEL_RUNS: '60', MODEL_SHRINK: 'no' }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  spawnSync(
    process.execPath,
    [vitest, 'run', '--reporter=json', `--outputFile=${report}`, '--bail=1', file],
    {
      cwd: copy,
      env: { ...process.env, ...models, ...(isMigration && { [clusterVariable]: '' }) },
      stdio: 'ignore',
      timeout: patienceMs,
    },
  )
  if (!existsSync(report)) return 'never ends'
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: TestFile[] }
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  // A setup that fails says nothing about the fault.
  if (results.length === 0) throw new Error(`No test of ${file} ran`)
  const failed = results.find(({ status }) => status === 'failed')
  // Code that does not load fails every test.
  if (/ReferenceError|SyntaxError/.test(failed?.failureMessages.join() ?? '')) return null
  return failed?.title ?? null
}
