// Kill loops: npm run prove [-- --rounds 100]. Writes its figures into docs/sync-protocol.md.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.js'
import { ensureInstalled, root, runTool, say } from './install.js'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
const page = join(root, 'docs', 'sync-protocol.md')
const figures = join(root, 'test-results', 'prove')
const [opening, closing] = ['<!-- prove -->', '<!-- /prove -->']

ensureInstalled({ forTests: true })
ensureBuilt()
rmSync(figures, { recursive: true, force: true })
const env = { PROVE_ROUNDS: values.rounds }
const passed = [
  runTool('vitest/vitest.mjs', ['run', '--project', 'server', 'tests/prove'], env),
  // Its own output folder: Playwright clears the one it writes to.
  runTool(
    '@playwright/test/cli.js',
    ['test', '--output', 'test-results/prove-browser', 'tests/journeys/kill-loop.spec.ts'],
    env,
  ),
]
if (existsSync(figures)) writeFigures()
process.exitCode = passed.every(Boolean) ? 0 : 1

function writeFigures() {
  const lines = readdirSync(figures)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(figures, name), 'utf8')))
    .map(
      (one) =>
        `| ${one.killed} | ${one.rounds} | ${one.acknowledged} | ${one.lost} | ${one.doubled} |`,
    )
  const table = [
    '| killed | times | acknowledged | lost | doubled |',
    '| --- | --- | --- | --- | --- |',
  ]
  const text = readFileSync(page, 'utf8')
  const [before] = text.split(opening)
  const [, rest] = text.split(closing)
  const block = [...table, ...lines].join('\n')
  say(block)
  writeFileSync(page, `${before}${opening}\n\n${block}\n\n${closing}${rest}`)
}
