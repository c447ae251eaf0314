/**
 * `npm run bench` measures every figure beside its baseline, on PostgreSQL with the product's
 * settings and in a real Chromium; `npm run bench -- NAME` measures one part, the file of that name.
 * Parts run one at a time, so none disturbs another. A missed bar fails the run.
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { startTestCluster } from '#tests/support/cluster.ts'
import { type Figure, isMet, printTable } from './figure.ts'
import { closeOpened } from './measure.ts'

const titles: Record<string, string> = {
  'sign-ups': 'Sign-ups over HTTP and pushed',
  export: 'An export of 100,000 members',
  fairness: 'Another business beside a crowd',
  load: 'Open load over a thousand businesses',
  campaign: 'A campaign to 50,000 members',
  import: 'Sales during an import of 50,000 members',
  timing: 'Answers to known and unknown addresses',
  start: 'Start',
  page: 'The public pages on a slow phone',
  lighthouse: 'Lighthouse, as a phone',
  counter: 'The counter on a slow phone',
  'counter-search': 'The counter’s search with 50,000 members, on a slow phone',
  'cold-start': 'Without a network, and with one that never answers',
  scanner: 'The scanner on 60 clips, in Chromium',
  device: 'A device with 50,000 customers, in Chromium',
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in titles))
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}: use ${Object.keys(titles).join(', ')}.`)
  process.exit(1)
}

/** Other load on the machine slows everything, so figures of a busy one compare only by ratio. */
function machine(): string {
  const load = loadavg()[0]?.toFixed(1)
  const { model } = cpus()[0] ?? { model: 'unknown' }
  return `${availableParallelism()} × ${model}, Node ${process.versions.node}, load ${load}`
}

const cluster = await startTestCluster({ flushed: true })
try {
  for (const [name, title] of Object.entries(titles)) {
    if (names.length > 0 && !names.includes(name)) continue
    try {
      const part: { measure: () => Promise<Figure[]> } = await import(`./${name}.ts`)
      const figures = await part.measure()
      say(printTable(`${title} (${machine()})`, figures))
      if (figures.some((figure) => isMet(figure) === false)) process.exitCode = 1
    } catch (error) {
      process.exitCode = 1
      say(`== ${title}\nnot measured: ${(error as Error).stack ?? error}\n`)
    } finally {
      await closeOpened()
    }
  }
} finally {
  await cluster.stop()
}
