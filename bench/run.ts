/**
 * `npm run bench` measures every figure beside its baseline, on PostgreSQL with the product's
 * settings and in a real Chromium; `npm run bench -- NAME` measures one part. Parts run one at a
 * time, so none disturbs another, and each cleans up. A missed bar fails the run.
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { startTestCluster } from '#tests/support/cluster.ts'
import { measureCampaign } from './campaign.ts'
import { measureColdStart } from './cold-start.ts'
import { measureCounter } from './counter.ts'
import { measureCounterSearch } from './counter-search.ts'
import { measureDevice } from './device.ts'
import { measureDrain } from './drain.ts'
import { measureEmptyPull } from './empty-pull.ts'
import { measureExport } from './export.ts'
import { measureFairness } from './fairness.ts'
import { type Figure, isMet } from './figure.ts'
import { measureGrowth } from './growth.ts'
import { measureImport } from './import.ts'
import { measureLargeBusiness } from './large-business.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLoad } from './load.ts'
import { measurePage } from './page.ts'
import { measureScanner } from './scanner.ts'
import { measureSignUps } from './sign-ups.ts'
import { measureStart } from './start.ts'
import { measureStrangers } from './strangers.ts'
import { printTable } from './table.ts'
import { measureTiming } from './timing.ts'

const parts: Record<string, { title: string; measure: () => Promise<Figure[]> }> = {
  'sign-ups': { title: 'Sign-ups over HTTP', measure: measureSignUps },
  drain: { title: 'Offline sign-ups handed in', measure: measureDrain },
  pull: { title: 'A pull with nothing new', measure: measureEmptyPull },
  'large-business': { title: 'A business of 100,000 customers', measure: measureLargeBusiness },
  growth: { title: 'Growth', measure: measureGrowth },
  export: { title: 'An export of 100,000 members', measure: measureExport },
  fairness: { title: 'Another business beside a crowd', measure: measureFairness },
  load: { title: 'Open load over a thousand businesses', measure: measureLoad },
  strangers: { title: 'Every call that a stranger can reach', measure: measureStrangers },
  campaign: { title: 'A campaign to 50,000 members', measure: measureCampaign },
  import: { title: 'An import of 50,000 members', measure: measureImport },
  timing: { title: 'Answers to known and unknown addresses', measure: measureTiming },
  start: { title: 'Start', measure: measureStart },
  page: { title: 'The public sign-up page', measure: measurePage },
  lighthouse: { title: 'Lighthouse, as a phone', measure: measureLighthouse },
  counter: { title: 'The counter on a slow phone', measure: measureCounter },
  'counter-search': {
    title: 'The counter’s search with 50,000 members, on a slow phone',
    measure: measureCounterSearch,
  },
  'cold-start': {
    title: 'Without a network, and with one that never answers',
    measure: measureColdStart,
  },
  scanner: { title: 'The scanner on 60 clips, in Chromium', measure: measureScanner },
  device: { title: 'A device with 50,000 customers, in Chromium', measure: measureDevice },
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in parts))
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}: use ${Object.keys(parts).join(', ')}.`)
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
  for (const [name, { title, measure }] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue
    try {
      const figures = await measure()
      say(printTable(`${title} (${machine()})`, figures))
      if (figures.some((figure) => figure.bar?.kind === 'bar' && isMet(figure) === false)) {
        process.exitCode = 1
      }
    } catch (error) {
      process.exitCode = 1
      say(`== ${title}\nnot measured: ${(error as Error).stack ?? error}\n`)
    }
  }
} finally {
  await cluster.stop()
}
