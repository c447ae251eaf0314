// Runs more schedules of the sync model: npm run test:model -- --runs 5000 --seed 7
import { parseArgs } from 'node:util'
import { ensureInstalled, runTool } from './install.js'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' } },
})
ensureInstalled({ forTests: true })
const seed = values.seed ?? String(Date.now() % 2 ** 31)
const env = { MODEL_RUNS: values.runs, MODEL_SEED: seed }
process.stdout.write(`${values.runs} schedules from seed ${seed}\n`)
const passed = runTool(
  'vitest/vitest.mjs',
  ['run', '--project', 'server', 'tests/convergence'],
  env,
)
process.exitCode = passed ? 0 : 1
