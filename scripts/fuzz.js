// More hostile requests: npm run fuzz -- --requests 20000 --seed 7
import { parseArgs } from 'node:util'
import { ensureInstalled, runTool } from './install.js'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } },
})
ensureInstalled({ forTests: true })
const seed = values.seed ?? String(Date.now() % 2 ** 31)
const env = { FUZZ_REQUESTS: values.requests, FUZZ_SEED: seed }
process.stdout.write(`${values.requests} requests from seed ${seed}\n`)
const passed = runTool(
  'vitest/vitest.mjs',
  ['run', '--project', 'server', 'tests/isolation/fuzz.test.ts'],
  env,
)
process.exitCode = passed ? 0 : 1
