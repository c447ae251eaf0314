// Runs more hostile requests: npm run fuzz -- 20000, or npm run fuzz -- 20000 --seed 7
import { parseArgs } from 'node:util'
import { ensureInstalled, runTool } from './install.js'

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' } },
  allowPositionals: true,
})
const [requests = '20000'] = positionals
ensureInstalled({ forTests: true })
const seed = values.seed ?? String(Date.now() % 2 ** 31)
const env = { FUZZ_REQUESTS: requests, FUZZ_SEED: seed }
process.stdout.write(`${requests} requests from seed ${seed}\n`)
const passed = runTool(
  'vitest/vitest.mjs',
  ['run', '--project', 'server', 'tests/isolation/fuzz.test.ts'],
  env,
)
process.exitCode = passed ? 0 : 1
