/** The page that the bench drives: the product's device beside plain Dexie tables, and its scanner. */
import { bareOutbox } from './bare-outbox.ts'
import { scan } from './camera.ts'
import { own } from './own-device.ts'
import { plainRows } from './plain-rows.ts'
import { expectMember, seen } from './sightings.ts'

const bench = {
  forget: own.forget,
  firstSync: own.firstSync,
  firstRows: plainRows.first,
  drain: own.drain,
  drainBare: bareOutbox.drain,
  reopen: own.reopen,
  reopenRows: plainRows.reopen,
  keepInSync: own.keepInSync,
  keepRows: plainRows.keep,
  expect: expectMember,
  seen,
  search: own.search,
  searchRows: plainRows.search,
  scan,
}

export type Bench = typeof bench

declare global {
  interface Window {
    bench: Bench
  }
}

window.bench = bench
