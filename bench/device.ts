/**
 * A till with 50,000 customers in a real Chromium, beside plain Dexie tables. Milliseconds depend
 * on the machine, so most bars bound a ratio.
 */
import type { Page } from '@playwright/test'
import { askPage, type DeviceBed, openDeviceBed } from './device-bed.ts'
import { measureChanges } from './device-changes.ts'
import { bar, barOfRatio, type Figure, figure } from './figure.ts'
import { inTurns, median, percentile } from './measure.ts'

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
    // Last, because it adds customers.
    ...(await bed.onPage(measureFullOutbox)),
  ]
}

async function measureFirstSync({ onPage }: DeviceBed): Promise<Figure[]> {
  // Reopening and changes are compared with rows that have no word index.
  await onPage((page) => askPage(page, 'firstRows', false))
  const { own, rows } = await inTurns(rounds, {
    rows: () => onPage((page) => askPage(page, 'firstRows', true)),
    own: async () => {
      await onPage((page) => askPage(page, 'forget'))
      return onPage((page) => askPage(page, 'firstSync'))
    },
  })
  return [
    figure('first sync: searchable and durable', median(own) / 1000, 's', {
      beside: ['plain rows, searchable', median(rows) / 1000],
      bar: barOfRatio(0.25),
    }),
  ]
}

async function measureDrained({ onPage }: DeviceBed): Promise<Figure[]> {
  const { own, bare } = await inTurns(rounds, {
    bare: () => onPage((page) => askPage(page, 'drainBare', queued)),
    own: () => onPage((page) => askPage(page, 'drain', queued)),
  })
  const enqueued = own.flatMap(({ enqueueMs }) => enqueueMs)
  const added = bare.flatMap(({ enqueueMs }) => enqueueMs)
  const requests = Math.max(...own.map((each) => each.requests))
  return [
    figure('1,000 sign-ups drained', median(own.map(({ emptyMs }) => emptyMs)), 'ms', {
      beside: ['a bare outbox', median(bare.map(({ emptyMs }) => emptyMs))],
      bar: barOfRatio(1.2),
    }),
    figure('requests of that round', requests, 'requests', {
      beside: ['a bare outbox', bare[0]?.requests ?? 0],
      bar: bar(12),
    }),
    figure('put into the outbox, p50', median(enqueued), 'ms', {
      beside: ['a bare strict add', median(added)],
      bar: barOfRatio(2.2),
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

async function measureReopened({ onPage }: DeviceBed): Promise<Figure[]> {
  const reopen = () => onPage((page) => askPage(page, 'reopen'))
  await reopen()
  const reopenRows = () => onPage((page) => askPage(page, 'reopenRows'))
  const { rows, own } = await inTurns(2 * rounds, { rows: reopenRows, own: reopen })
  return [
    figure('reopen to first result', median(own), 'ms', {
      beside: ['plain rows, read whole', median(rows)],
      bar: barOfRatio(0.6),
    }),
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
