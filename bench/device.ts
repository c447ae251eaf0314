/**
 * A till with 50,000 customers in a real Chromium, beside plain Dexie tables. Milliseconds depend
 * on the machine, so most bars bound a ratio.
 */
import type { Page } from '@playwright/test'
import { askPage, type DeviceBed, openDeviceBed } from './device-bed.ts'
import { measureChanges } from './device-changes.ts'
import { bar, barOfRatio, type Figure, figure } from './figure.ts'
import { inTurns, median, p95, percentile } from './measure.ts'

const customers = 50_000
const queued = 1_000
const fullOutbox = 20_000
const acts = 100
const rounds = 3

export async function measure(): Promise<Figure[]> {
  const bed = await openDeviceBed(customers)
  return [
    ...(await measureFirstSync(bed)),
    ...(await measureDrained(bed)),
    ...(await measureChanges(bed)),
    ...(await measureReopened(bed)),
    ...(await bed.onPage(measureSearch)),
    ...(await measureMemory(bed)),
    // Last, because it adds customers.
    ...(await bed.onPage(measureFullOutbox)),
  ]
}

async function measureFirstSync({ onPage }: DeviceBed): Promise<Figure[]> {
  const { own, rows, unindexed } = await inTurns(rounds, {
    rows: () => onPage((page) => askPage(page, 'firstRows', true)),
    own: async () => {
      await onPage((page) => askPage(page, 'forget'))
      return onPage((page) => askPage(page, 'firstSync'))
    },
    unindexed: () => onPage((page) => askPage(page, 'firstRows', false)),
  })
  const secondsOf = (samples: number[]) => median(samples) / 1000
  const beside = ['plain rows, searchable', secondsOf(rows)] as const
  const unsearchable = ['plain rows, no word index', secondsOf(unindexed)] as const
  const whole = secondsOf(own.map(({ wholeMs }) => wholeMs))
  const first = secondsOf(own.map(({ firstMs }) => firstMs))
  const indexed = secondsOf(own.map(({ indexedMs }) => indexedMs))
  return [
    figure('first sync: searchable and durable', whole, 's', { beside, bar: barOfRatio(0.25) }),
    figure('the same', whole, 's', { beside: unsearchable }),
    figure('first sync: first customer found', first, 's'),
    figure('first sync: search index built too', indexed, 's', { beside }),
  ]
}

async function measureDrained({ onPage }: DeviceBed): Promise<Figure[]> {
  const { own, bare } = await inTurns(rounds, {
    bare: () => onPage((page) => askPage(page, 'drainBare', queued)),
    own: () => onPage((page) => askPage(page, 'drain', queued)),
  })
  const enqueued = own.flatMap(({ enqueueMs }) => enqueueMs)
  const added = bare.flatMap(({ enqueueMs }) => enqueueMs)
  const emptied = median(own.map(({ emptyMs }) => emptyMs))
  const whole = median(own.map(({ wholeMs }) => wholeMs))
  const requests = Math.max(...own.map((each) => each.requests))
  const beside = ['a bare outbox', median(bare.map(({ emptyMs }) => emptyMs))] as const
  return [
    figure('1,000 sign-ups drained', emptied, 'ms', { beside, bar: barOfRatio(1.2) }),
    figure('1,000 sign-ups drained and pulled back', whole, 'ms', { beside }),
    figure('requests of that round', requests, 'requests', {
      beside: ['a bare outbox', bare[0]?.requests ?? 0],
      bar: bar(12),
    }),
    figure('put into the outbox, p50', median(enqueued), 'ms', {
      beside: ['a bare strict add', median(added)],
      bar: barOfRatio(2.2),
    }),
    figure('put into the outbox, p95', p95(enqueued), 'ms', {
      beside: ['a bare strict add', p95(added)],
    }),
  ]
}

async function measureFullOutbox(page: Page): Promise<Figure[]> {
  const { enqueueMs } = await askPage(page, 'drain', fullOutbox + acts)
  return [
    figure('put into an outbox of 20,000, p50', median(enqueueMs.slice(-acts)), 'ms', {
      beside: ['into an empty one', median(enqueueMs.slice(0, acts))],
      bar: barOfRatio(3),
    }),
  ]
}

async function measureReopened({ onPage, browser }: DeviceBed): Promise<Figure[]> {
  await browser.kill()
  await browser.reopen()
  const reopen = () => onPage((page) => askPage(page, 'reopen'))
  const cold = await reopen()
  const reopenRows = () => onPage((page) => askPage(page, 'reopenRows'))
  const { rows, warm } = await inTurns(2 * rounds, { rows: reopenRows, warm: reopen })
  const beside = ['plain rows, read whole', median(rows)] as const
  const firstResult = median(warm.map(({ firstResultMs }) => firstResultMs))
  const rareResult = median(warm.map(({ rareResultMs }) => rareResultMs))
  return [
    figure('reopen to first result', firstResult, 'ms', { beside, bar: barOfRatio(0.6) }),
    figure('reopen to the oldest customer', rareResult, 'ms', { beside }),
    figure('reopen after SIGKILL of Chromium', cold.firstResultMs, 'ms'),
  ]
}

async function measureSearch(page: Page): Promise<Figure[]> {
  await askPage(page, 'firstSync')
  await askPage(page, 'search')
  const own = await askPage(page, 'search')
  const rows = await askPage(page, 'searchRows')
  const search = (name: string, share: number, most: number) =>
    figure(`prefix search, ${name}`, percentile(own, share), 'ms', {
      beside: ['plain rows, word index', percentile(rows, share)],
      bar: bar(most),
    })
  return [search('p50', 0.5, 0.1), search('p95', 0.95, 0.5)]
}

/** The JavaScript heap with all records in memory, after a garbage collection. */
async function measureMemory({ onPage }: DeviceBed): Promise<Figure[]> {
  const heapAfter = (name?: 'reopenRows' | 'firstSync') =>
    onPage(async (page) => {
      if (name) await askPage(page, name)
      const session = await page.context().newCDPSession(page)
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      return usedSize / 1_000_000
    })
  const empty = await heapAfter()
  const rows = await heapAfter('reopenRows')
  const own = await heapAfter('firstSync')
  return [
    figure('memory of the page, index built', own - empty, 'MB', {
      beside: ['its rows as an array', rows - empty],
    }),
  ]
}
