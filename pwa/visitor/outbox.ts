/**
 * The visitor's outbox: one row per request of a person, fully written before the screen says
 * "saved", and kept until the server has given its verdict.
 */
import { liveQuery } from 'dexie'
import { isDeviceFull, isHandleLost } from '#pwa/device/storage-reason.ts'
import { database, type OutboxRow, type SignUpRow } from '#pwa/visitor/database.ts'
import { isPersonHere } from '#pwa/visitor/till.ts'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'

/** How long an applied row is kept, to be sent again to a restored server. */
export const appliedKeptMs = 30 * dayMs
export const waitLongestMs = 6 * hourMs

/** Nothing was written, and the screen says so. */
export class NotSaved extends Error {
  override name = 'NotSaved'
  /** If false, storage is off, or the browser closed it for this page. */
  readonly isFull: boolean
  constructor(cause: unknown) {
    super('The phone did not keep it', { cause })
    this.isFull = isDeviceFull(cause)
  }
}

export type NewRow = OutboxRow extends infer Row
  ? Row extends OutboxRow
    ? Omit<Row, 'seq' | 'status' | 'createdAt' | 'tries' | 'retryAt' | 'settledAt' | 'refusal'>
    : never
  : never

/**
 * Resolves once the row is on disk. Adding the same operation again changes nothing.
 * @param replaced the refused operation that this one is an edit of
 * @throws NotSaved if it cannot be written; then nothing is
 */
export async function addRow(row: NewRow, replaced?: string): Promise<void> {
  const add = () =>
    database.transaction('rw', database.operations, async () => {
      if (await rowOf(row.operationId)) return
      if (replaced) await dismissRow(replaced)
      await database.operations.add({
        ...row,
        status: 'waiting',
        createdAt: Date.now(),
        tries: 0,
        retryAt: 0,
        settledAt: null,
        refusal: null,
      })
    })
  try {
    await add().catch(async (cause) => {
      if (!isHandleLost(cause)) throw cause
      // The page was left in between and the person came back (abort-when-left.ts): try once more.
      await new Promise((resolve) => setTimeout(resolve, 0))
      await add()
    })
  } catch (cause) {
    throw new NotSaved(cause)
  }
}

export function rowOf(operationId: string): Promise<OutboxRow | undefined> {
  return database.operations.where('operationId').equals(operationId).first()
}

export function isUnsettled(row: OutboxRow): boolean {
  return row.status === 'waiting' || row.status === 'sending' || row.status === 'parked'
}

export async function countUnsent(): Promise<number> {
  const rows = await database.operations.toArray()
  return rows.filter((row) => row.name !== 'signUp.lookUp' && isUnsettled(row)).length
}

/**
 * Sign-ups made on this device that are pending or were refused, oldest first. Sign-ups on a shared
 * device are other people's: shown only while a person of the business is signed in.
 * @param followed operations that are on screen already, listed even once they are applied
 */
export async function readOpenSignUps(
  code: string,
  followed: ReadonlySet<string> = new Set(),
): Promise<SignUpRow[]> {
  const rows = await database.operations.orderBy('seq').toArray()
  const open = rows.filter(
    (row): row is SignUpRow & { seq: number } =>
      row.name === 'customer.signUp' &&
      row.code === code &&
      (row.status !== 'applied' || followed.has(row.operationId)),
  )
  if (!open.some(({ till }) => till) || (await isPersonHere().catch(() => false))) return open
  return open.filter(({ till }) => !till)
}

/** Calls `show` with the result of `read` now and after every change, from any tab or worker. */
export function watch<Value>(read: () => Promise<Value>, show: (value: Value) => void): () => void {
  const subscription = liveQuery(read).subscribe({ next: show })
  return () => subscription.unsubscribe()
}

/** The person dismissed the refusal. A row that waits for its verdict cannot be dismissed. */
export async function dismissRow(operationId: string): Promise<void> {
  await database.transaction('rw', database.operations, async () => {
    const row = await rowOf(operationId)
    if (row?.seq !== undefined && row.status === 'refused')
      await database.operations.delete(row.seq)
  })
}

/** Deletes applied rows that are old enough, and settled scans, which no screen shows. */
export async function pruneOutbox(now = Date.now()): Promise<void> {
  await database.operations
    .filter((row) => {
      if (row.name === 'signUp.lookUp') return row.status === 'applied' || row.status === 'refused'
      return row.status === 'applied' && now - (row.settledAt ?? now) > appliedKeptMs
    })
    .delete()
}
