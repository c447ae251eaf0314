/**
 * A till with 50,000 customers in a real Chromium, beside plain Dexie tables. Milliseconds depend
 * on the machine, so the bar is the ratio and the time only an aim.
 */
import type { Page } from '@playwright/test'
import { type DeviceBed, openDeviceBed } from './device-bed.ts'
import { measureChanges } from './device-changes.ts'
import { measureMemory } from './device-memory.ts'
import { aim, bar, barOfRatio, type Figure } from './figure.ts'
import { median, percentile } from './measure.ts'

const customers = 50_000
const queued = 1_000
const fullOutbox = 20_000
const acts = 100
const rounds = 3

export async function measureDevice(): Promise<Figure[]> {
  const bed = await openDeviceBed(customers)
  try {
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
  } finally {
    await bed.close()
  }
}

async function measureFirstSync(bed: DeviceBed): Promise<Figure[]> {
  const own: { firstMs: number; wholeMs: number; indexedMs: number }[] = []
  const rows: number[] = []
  const unindexed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await bed.onPage((page) => page.evaluate(() => window.bench.forget()))
    rows.push(await bed.onPage((page) => page.evaluate(() => window.bench.firstRows(true))))
    own.push(await bed.onPage((page) => page.evaluate(() => window.bench.firstSync())))
    unindexed.push(await bed.onPage((page) => page.evaluate(() => window.bench.firstRows(false))))
  }
  const secondsOf = (samples: number[]) => median(samples) / 1000
  const baseline = { what: 'plain rows, searchable', measured: secondsOf(rows) }
  const unsearchable = { what: 'plain rows, no word index', measured: secondsOf(unindexed) }
  const whole = secondsOf(own.map((each) => each.wholeMs))
  return [
    {
      what: 'first sync: searchable and durable',
      measured: whole,
      unit: 's',
      baseline,
      bar: barOfRatio(0.25),
    },
    {
      what: 'the same, as an aim',
      measured: whole,
      unit: 's',
      baseline,
      bar: { kind: 'aim', of: 'ratio', most: 0.16 },
    },
    { what: 'the same', measured: whole, unit: 's', baseline: unsearchable },
    {
      what: 'first sync: first customer found',
      measured: secondsOf(own.map((each) => each.firstMs)),
      unit: 's',
    },
    {
      what: 'first sync: search index built too',
      measured: secondsOf(own.map((each) => each.indexedMs)),
      unit: 's',
      baseline,
    },
  ]
}

async function measureDrained({ onPage }: DeviceBed): Promise<Figure[]> {
  const own = []
  const bare = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await onPage((page) => page.evaluate((n) => window.bench.drainBare(n), queued)))
    own.push(await onPage((page) => page.evaluate((n) => window.bench.drain(n), queued)))
  }
  const bareMs = { what: 'a bare outbox', measured: median(bare.map((each) => each.emptyMs)) }
  const enqueued = own.flatMap((each) => each.enqueueMs)
  const added = bare.flatMap((each) => each.enqueueMs)
  return [
    {
      what: '1,000 sign-ups drained',
      measured: median(own.map((each) => each.emptyMs)),
      unit: 'ms',
      baseline: bareMs,
      bar: barOfRatio(1.2),
    },
    {
      what: '1,000 sign-ups drained and pulled back',
      measured: median(own.map((each) => each.wholeMs)),
      unit: 'ms',
      baseline: bareMs,
    },
    {
      what: 'requests of that round',
      measured: Math.max(...own.map((each) => each.requests)),
      unit: 'requests',
      baseline: { what: 'a bare outbox', measured: bare[0]?.requests ?? 0 },
      bar: bar(12),
    },
    {
      what: 'put into the outbox, p50',
      measured: median(enqueued),
      unit: 'ms',
      baseline: { what: 'a bare strict add', measured: median(added) },
      bar: barOfRatio(2.2),
    },
    { what: 'the same, as an aim', measured: median(enqueued), unit: 'ms', bar: aim(2.5) },
    {
      what: 'put into the outbox, p95',
      measured: percentile(enqueued, 0.95),
      unit: 'ms',
      baseline: { what: 'a bare strict add', measured: percentile(added, 0.95) },
    },
  ]
}

async function measureFullOutbox(page: Page): Promise<Figure[]> {
  const { enqueueMs } = await page.evaluate((n) => window.bench.drain(n), fullOutbox + acts)
  return [
    {
      what: 'put into an outbox of 20,000, p50',
      measured: median(enqueueMs.slice(-acts)),
      unit: 'ms',
      baseline: { what: 'into an empty one', measured: median(enqueueMs.slice(0, acts)) },
      bar: barOfRatio(3),
    },
  ]
}

async function measureReopened({ onPage, browser }: DeviceBed): Promise<Figure[]> {
  await browser.kill()
  await browser.reopen()
  const cold = await onPage((page) => page.evaluate(() => window.bench.reopen()))
  const warm = []
  const rows: number[] = []
  for (let turn = 0; turn < 2 * rounds; turn += 1) {
    rows.push(await onPage((page) => page.evaluate(() => window.bench.reopenRows())))
    warm.push(await onPage((page) => page.evaluate(() => window.bench.reopen())))
  }
  const baseline = { what: 'plain rows, read whole', measured: median(rows) }
  const firstResult = median(warm.map((each) => each.firstResultMs))
  return [
    {
      what: 'reopen to first result',
      measured: firstResult,
      unit: 'ms',
      baseline,
      bar: barOfRatio(0.6),
    },
    { what: 'the same, as an aim', measured: firstResult, unit: 'ms', bar: aim(250) },
    {
      what: 'the same, the fastest',
      measured: Math.min(...warm.map((each) => each.firstResultMs)),
      unit: 'ms',
      baseline: { ...baseline, measured: Math.min(...rows) },
    },
    {
      what: 'reopen to the oldest customer',
      measured: median(warm.map((each) => each.rareResultMs)),
      unit: 'ms',
      baseline,
    },
    {
      what: 'the first result, from the navigation',
      measured: median(warm.map((each) => each.fromNavigationMs)),
      unit: 'ms',
    },
    { what: 'reopen after SIGKILL of Chromium', measured: cold.firstResultMs, unit: 'ms' },
  ]
}

async function measureSearch(page: Page): Promise<Figure[]> {
  await page.evaluate(() => window.bench.firstSync())
  await page.evaluate(() => window.bench.search())
  const own = await page.evaluate(() => window.bench.search())
  const rows = await page.evaluate(() => window.bench.searchRows())
  const figure = (name: string, share: number, most: number): Figure => ({
    what: `prefix search, ${name}`,
    measured: percentile(own, share),
    unit: 'ms',
    baseline: { what: 'plain rows, word index', measured: percentile(rows, share) },
    bar: bar(most),
  })
  return [figure('p50', 0.5, 0.1), figure('p95', 0.95, 0.5)]
}
