/**
 * Stores one pull answer in one transaction, if the device's position is still the one it asked
 * from, so that two tabs that pull at once cannot undo each other.
 */
import type {
  DeviceDatabase,
  FetchingState,
  OutboxRow,
  PullState,
} from '#pwa/device/device-database.ts'
import { appendPages, changesOf, deleteGenerations, isNews } from '#pwa/device/pages.ts'
import { countWholePages } from '#pwa/device/tidy-pages.ts'
import { type OutboxChange, writeOutboxWithin } from '#pwa/sync/outbox-write.ts'
import { settleVerdicts } from '#pwa/sync/settle.ts'
import type { PullAnswer, Verdict } from '#schema/contract/sync.ts'

/** How often an empty pull updates the time of the last pull. */
const stampEveryMs = 30_000

const nothingChanged: OutboxChange = { put: [], removed: [], aliases: {} }

export interface AnsweredPull {
  before: PullState
  /** The cursor the request was made with. */
  cursor: string | null
  answer: PullAnswer
  /** The place of the last parked operation that the request named (named-parked.ts). */
  named: number
  now: number
}

export interface StoredPull {
  after: PullState
  change: OutboxChange
}

/** @returns null if another tab stored something since this device asked */
export async function storeAnswer(
  database: DeviceDatabase,
  asked: AnsweredPull,
): Promise<StoredPull | null> {
  const { before, answer, named, now } = asked
  if (isSettled(asked)) {
    return { after: { ...before, completedAt: iso(now) }, change: nothingChanged }
  }
  const { pages, meta, outbox, journal } = database
  return database.transaction('rw', pages, meta, outbox, journal, async () => {
    const state = (await meta.get('pull')) as PullState | undefined
    if (!state || !isSamePlace(state, before)) return null
    const fetching = fetchingFor(state, answer)
    const { generation } = fetching
    const { next, written } = appendPages(database, generation, fetching.pages, changesOf(answer))
    const isBehind = !answer.more && mayBeBehind(fetching, answer)
    const { cursor, version } = answer
    const goesOn = { ...fetching, pages: next, cursor, version }
    const after: PullState =
      answer.more || isBehind
        ? { ...state, epoch: answer.epoch, fetching: goesOn }
        : await complete(database, { state, generation, pages: next, answer, now, written })
    after.named = named
    await Promise.all([written, meta.put(after)])
    return { after, change: await settleParked(database, answer.verdicts, now) }
  })
}

/** Nothing is new and the last stamp is recent: write nothing. */
function isSettled({ before, cursor, answer, named, now }: AnsweredPull): boolean {
  if (named !== (before.named ?? 0)) return false
  if (isNews(answer) || answer.more || before.fetching || answer.checksum) return false
  if (answer.cursor !== cursor || answer.version !== before.version) return false
  const stampedAt = before.completedAt ? Date.parse(before.completedAt) : 0
  return Math.abs(now - stampedAt) < stampEveryMs
}

export function isSamePlace(state: PullState, before: PullState): boolean {
  return (
    state.epoch === before.epoch &&
    state.generation === before.generation &&
    state.cursor === before.cursor &&
    state.fetching?.generation === before.fetching?.generation &&
    state.fetching?.cursor === before.fetching?.cursor &&
    state.fetching?.pages === before.fetching?.pages
  )
}

function fetchingFor(state: PullState, answer: PullAnswer): FetchingState {
  const known = state.fetching
  if (known && known.kind === answer.kind) return known
  if (answer.kind === 'snapshot') return newSnapshot(state)
  // Changes made while a snapshot was fetched page by page belong to it.
  if (known?.cursor) return { ...known, kind: 'changes' }
  return { generation: state.generation, kind: 'changes', pages: state.pages, cursor: null }
}

/**
 * The pages of a snapshot lack changes made while they were fetched: a snapshot in several answers
 * is complete only with the changes that follow it.
 */
function mayBeBehind(fetching: FetchingState, { kind }: PullAnswer): boolean {
  return kind === 'snapshot' && fetching.cursor !== null
}

function newSnapshot(state: PullState): FetchingState {
  const last = Math.max(state.generation, state.fetching?.generation ?? 0)
  return { generation: last + 1, kind: 'snapshot', pages: 0, cursor: null }
}

/**
 * Keeps the shown rows until the new snapshot is complete; deletes an unfinished older one.
 * @param epoch the server's epoch, if it is known to have changed
 */
export async function startSnapshot(
  database: DeviceDatabase,
  before: PullState,
  epoch = before.epoch,
): Promise<void> {
  await database.transaction('rw', database.pages, database.meta, async () => {
    const state = (await database.meta.get('pull')) as PullState | undefined
    if (!state || !isSamePlace(state, before)) return
    await deleteGenerations(database, [state.generation])
    await database.meta.put({ ...state, epoch, fetching: newSnapshot(state) })
  })
}

interface Completed {
  state: PullState
  generation: number
  pages: number
  answer: PullAnswer
  now: number
  written: PromiseLike<unknown>
}

async function complete(database: DeviceDatabase, of: Completed): Promise<PullState> {
  const { state, generation, pages, answer, now } = of
  const after: PullState = {
    ...state,
    epoch: answer.epoch,
    view: answer.view,
    generation,
    pages,
    version: answer.version,
    cursor: answer.cursor,
    completedAt: iso(now),
    fetching: null,
  }
  if (answer.checksum || generation !== state.generation) after.checkedAt = iso(now)
  if (generation === state.generation) return after
  await of.written
  await deleteGenerations(database, [generation])
  return { ...after, tidied: pages, wholePages: await countWholePages(database, generation, pages) }
}

/** Applies the final verdicts of parked operations. */
async function settleParked(database: DeviceDatabase, verdicts: readonly Verdict[], now: number) {
  if (verdicts.length === 0) return nothingChanged
  const { change } = await writeOutboxWithin(database, now, async (writer) => {
    const rows: OutboxRow[] = []
    for (const { operationId } of verdicts) {
      const row = await writer.find(operationId)
      // A number that still waits for its verdict gets it from a push; settling it here would leave
      // a gap.
      if (row && !writer.isDue(row)) rows.push(row)
    }
    await settleVerdicts(writer, rows, verdicts)
  })
  return change
}

const iso = (now: number) => new Date(now).toISOString()
