/**
 * Sends the visitor's outbox, in a window or in the service worker's `sync` event. Oldest first,
 * one request at a time; a kill at any await costs at most a repeat with the same key. The Web Lock
 * only saves work; the key at the server is the guarantee.
 */
import { visitorBackOffMs } from '#pwa/queue/back-off.ts'
import { database, type OutboxRow } from '#pwa/visitor/database.ts'
import { isUnsettled, pruneOutbox, rowOf, waitLongestMs } from '#pwa/visitor/outbox.ts'
import { type Outcome, sendRow } from '#pwa/visitor/send.ts'
import { followServer } from '#pwa/visitor/server-epoch.ts'
import { announceSettled } from '#pwa/visitor/settled.ts'

const lockName = 'regulars-visitor-drain'
const lockPatienceMs = 20_000
const parkedPauseMs = waitLongestMs

export interface DrainEnd {
  /** Rows without a verdict. */
  left: number
  /** The earliest time at which a retry makes sense, or null if nothing is left. */
  nextAt: number | null
  networkDown: boolean
}

let underWay: Promise<DrainEnd> | null = null
let askedAgain = false

/** Sends the rows that are due. If called while running, runs one more round. */
export function drainOutbox(): Promise<DrainEnd> {
  askedAgain = true
  underWay ??= (async () => {
    try {
      let end: DrainEnd = { left: 0, nextAt: null, networkDown: false }
      while (askedAgain) {
        askedAgain = false
        end = await withLock(drainOnce)
      }
      return end
    } finally {
      underWay = null
    }
  })()
  return underWay
}

async function drainOnce(): Promise<DrainEnd> {
  const tried = new Set<string>()
  const joined: string[] = []
  let networkDown = false
  while (!networkDown) {
    const row = await takeNext(tried)
    if (!row) break
    tried.add(row.operationId)
    const outcome = await sendRow(row)
    await followServer()
    await settle(row, outcome)
    if (outcome.kind === 'later') networkDown = outcome.networkDown
    if (networkDown) await noteWaiting()
    if (outcome.kind === 'applied' && row.name !== 'signUp.lookUp' && !row.till) {
      joined.push(row.customerId)
    }
  }
  for (const customerId of new Set(joined)) {
    // Loaded on demand: the sign-up page does without it.
    const card = import('#pwa/visitor/pages.ts')
    await card.then(({ refreshPage }) => refreshPage(customerId)).catch(() => null)
  }
  await pruneOutbox()
  return endOf(networkDown)
}

/** Marks the oldest row that is due as sending. */
function takeNext(tried: ReadonlySet<string>): Promise<OutboxRow | undefined> {
  return database.transaction('rw', database.operations, async () => {
    const now = Date.now()
    const rows = (await database.operations.orderBy('seq').toArray()).filter(isUnsettled)
    const row = rows.find(
      (one) => isDue(one, now) && !tried.has(one.operationId) && !isAhead(one, rows),
    )
    if (row?.seq === undefined) return undefined
    await database.operations.update(row.seq, { status: 'sending' })
    return row
  })
}

/** A restored server knows no card before it has the sign-up again. */
function isAhead(row: OutboxRow, unsettled: readonly OutboxRow[]): boolean {
  if (row.name !== 'reward.redeem') return false
  return unsettled.some(
    (one) => one.name === 'customer.signUp' && one.customerId === row.customerId,
  )
}

/** A time further ahead than our longest delay was written under a wrong clock. */
function isDue(row: OutboxRow, now: number): boolean {
  return row.retryAt <= now || row.retryAt - now > waitLongestMs
}

async function settle(sent: OutboxRow, outcome: Outcome): Promise<void> {
  const gone = await database.transaction('rw', database.operations, async () => {
    const row = await rowOf(sent.operationId)
    if (row?.seq === undefined || !isUnsettled(row)) return false
    if (outcome.kind === 'applied' && row.till) {
      await database.operations.delete(row.seq)
      return true
    }
    const unsettled = await database.operations.filter(isUnsettled).toArray()
    const isEarly = outcome.kind === 'refused' && isAhead(row, unsettled)
    const judged: Outcome = isEarly ? { kind: 'later', afterMs: 0, networkDown: false } : outcome
    await database.operations.put(laidOver(row, judged, sent.status))
    return false
  })
  if (gone && outcome.kind === 'applied' && outcome.answer) {
    announceSettled({ operationId: sent.operationId, answer: outcome.answer })
  }
}

/** Rows behind one that got no answer wait for the network, too: each had its turn. */
async function noteWaiting(): Promise<void> {
  await database.operations
    .filter((row) => row.status === 'waiting' && row.tries === 0)
    .modify({ tries: 1 })
}

/** The row updated with the outcome. */
function laidOver(row: OutboxRow, outcome: Outcome, before: OutboxRow['status']): OutboxRow {
  const now = Date.now()
  const tries = row.tries + 1
  if (outcome.kind === 'later') {
    const status = before === 'parked' ? 'parked' : 'waiting'
    const retryAt = outcome.networkDown ? 0 : now + (outcome.afterMs ?? visitorBackOffMs(tries))
    return { ...row, status, tries, retryAt }
  }
  if (outcome.kind === 'parked') {
    return { ...row, status: 'parked', tries, retryAt: now + parkedPauseMs }
  }
  if (outcome.kind === 'refused') {
    return { ...row, status: 'refused', tries, settledAt: now, refusal: outcome.refusal }
  }
  const settled = { status: 'applied', tries, settledAt: now } as const
  if (row.name === 'customer.signUp') return { ...row, ...settled, answer: outcome.answer ?? null }
  if (row.name === 'reward.redeem')
    return { ...row, ...settled, couponCode: outcome.couponCode ?? null }
  return { ...row, ...settled }
}

async function endOf(networkDown: boolean): Promise<DrainEnd> {
  const rows = (await database.operations.toArray()).filter(isUnsettled)
  const moments = rows.map((row) => row.retryAt)
  return { left: rows.length, nextAt: rows.length ? Math.min(...moments) : null, networkDown }
}

/** Waits for the lock, but not forever behind a tab that has stopped running. */
async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work()
  let entered = false
  try {
    return await locks.request(lockName, { signal: AbortSignal.timeout(lockPatienceMs) }, () => {
      entered = true
      return work()
    })
  } catch (error) {
    if (entered) throw error
    return work()
  }
}
