/**
 * Kill loops: `npm run prove`, with `-- --rounds 100` or `-- --only browser`, `server`, `database` or `connection`.
 * Writes the figures of each loop into docs/proof.md as soon as it has finished.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#build/ensure-built.js'
import { ensureInstalled, root, runTool, say, stopWith } from './install.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, only: { type: 'string' } },
})
const page = join(root, 'docs', 'proof.md')
const figures = join(root, 'test-results', 'prove')
const [opening, closing] = ['<!-- prove -->', '<!-- /prove -->']
const env = { PROVE_ROUNDS: values.rounds }

/** @param {string} name */
const killInVitest = (name) => () =>
  runTool(
    'vitest/vitest.mjs',
    [
      'run',
      '--project',
      'server',
      'tests/prove',
      '--testNamePattern',
      `when the ${name} is killed`,
    ],
    env,
  )
/** @type {Record<string, () => boolean>} */
const loops = {
  browser: () =>
    runTool(
      '@playwright/test/cli.js',
      // Its own output folder: Playwright clears the one it writes to.
      ['test', '--output', 'test-results/prove-browser', 'tests/journeys/kill-loop.spec.ts'],
      env,
    ),
  connection: killInVitest('connection'),
  database: killInVitest('database'),
  server: killInVitest('server'),
}
const asked = values.only === undefined ? Object.keys(loops) : [values.only]
const unknown = asked.find((name) => !loops[name])
if (unknown) stopWith(`There is no loop "${unknown}": ask for ${Object.keys(loops).join(', ')}.`)

ensureInstalled({ forTests: true })
ensureBuilt()
const passed = asked.map((name) => {
  const file = join(figures, `the-${name}.json`)
  rmSync(file, { force: true })
  const hasPassed = loops[name]?.()
  // A loop without figures did not run.
  if (!existsSync(file)) return false
  writeFigures(name, JSON.parse(readFileSync(file, 'utf8')))
  return hasPassed
})
process.exitCode = passed.every(Boolean) ? 0 : 1

/**
 * Keeps the other loops' figures.
 * @param {string} name
 * @param {{ rounds: number, acknowledged: number, lost: number, doubled: number }} found
 */
function writeFigures(name, { rounds, acknowledged, lost, doubled }) {
  const text = readFileSync(page, 'utf8')
  const [before, rest = ''] = text.split(opening)
  const [block = '', after] = rest.split(closing)
  const mine = `| the ${name} | ${rounds} | ${acknowledged} | ${lost} | ${doubled} |`
  const others = block
    .split('\n')
    .filter((line) => line.startsWith('| the ') && !line.startsWith(`| the ${name} `))
  const table = [
    '| killed | times | acknowledged | lost | doubled |',
    '| --- | --- | --- | --- | --- |',
    ...[...others, mine].sort(),
  ].join('\n')
  say(table)
  writeFileSync(page, `${before}${opening}\n\n${table}\n\n${closing}${after}`)
  runTool('@biomejs/biome/bin/biome', ['format', '--write', page])
}
