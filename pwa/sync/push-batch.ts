/**
 * Chooses the rows to send next: the lowest numbers without a verdict, up to 100 rows and 1 MiB.
 */
import type { DeviceDatabase, OutboxMeta, OutboxRow } from '#pwa/device/device-database.ts'
import { DeviceClosed } from '#pwa/device/storage-error.ts'
import { createdIdOf } from '#pwa/records/outbox-row.ts'
import { limits } from '#schema/contract/limits.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'

export interface Batch {
  outboxId: string
  /** The highest number assigned so far. */
  lastSeq: number
  /** Every number up to this one has its verdict; unset for rows that are not the lowest ones. */
  settledSeq?: number
  rows: OutboxRow[]
  operations: PushedOperation[]
}

/** Room for the envelope around the operations. */
const envelopeBytes = 1024

function toPushed(row: OutboxRow): PushedOperation {
  const { operationId, seq, name, v, madeAt, discarded, replaces, reliesOn, staff } = row
  // A withdrawn row keeps its payload: a known id with another payload would be `key_reused`.
  const payload = row.unreadable ? createdOnly(row) : row.payload
  return {
    operationId,
    seq,
    name,
    v,
    madeAt,
    payload,
    ...(discarded && { discarded }),
    ...(replaces !== null && { replaces }),
    ...(reliesOn && { reliesOn }),
    ...(staff && { staff }),
  }
}

/**
 * Keeps only the created id, so that dependent operations are refused with it instead of waiting.
 */
function createdOnly(row: OutboxRow): unknown {
  const id = createdIdOf(row)
  if (id === null) return null
  return Object.fromEntries(
    Object.entries(row.payload as object).filter(([, value]) => value === id),
  )
}

const wholeOutbox = 2 ** 31

/** All rows without a verdict, in batches that can be sent separately. */
export async function allBatches(database: DeviceDatabase): Promise<Batch[]> {
  return batchesOf((await readDue(database, wholeOutbox)).rows)
}

/** Refused rows as they were sent, without those that the server could not read. */
export async function refusedBatches(database: DeviceDatabase): Promise<Batch[]> {
  const refused = database.outbox.filter((row) => row.status === 'refused' && !row.discarded)
  return batchesOf(await refused.toArray())
}

/** In their order; a batch has rows of one outbox. */
export function batchesOf(rows: readonly OutboxRow[]): Batch[] {
  const batches: Batch[] = []
  for (let at = 0; at < rows.length; ) {
    const outboxId = rows[at]?.outboxId ?? ''
    const next = rows.slice(at, at + limits.pushOperations)
    const other = next.findIndex((row) => row.outboxId !== outboxId)
    const batch = cutBatch(other < 0 ? next : next.slice(0, other))
    batches.push({ outboxId, lastSeq: batch.rows.at(-1)?.seq ?? 0, ...batch })
    at += batch.rows.length
  }
  return batches
}

/** @throws DeviceClosed if there is no outbox: the server does not have the rows still in memory */
export async function nextBatch(database: DeviceDatabase, size: number): Promise<Batch | null> {
  const { isMissing, rows, ...numbers } = await readDue(database, size)
  if (isMissing) throw new DeviceClosed()
  return rows.length === 0 ? null : { ...numbers, ...cutBatch(rows) }
}

/** Whether the disk has no row for a number that this batch passes over. */
export function passesOver({ settledSeq = 0, rows }: Batch): boolean {
  return rows.some(({ seq }, index) => seq !== settledSeq + 1 + index)
}

/** The lowest numbers without a verdict. */
function readDue(database: DeviceDatabase, limit: number) {
  return database.transaction('r', database.meta, database.outbox, async () => {
    const meta = (await database.meta.get('outbox')) as OutboxMeta | undefined
    const nothing = { outboxId: '', lastSeq: 0, settledSeq: 0, rows: [] }
    if (!meta || meta.closed) return { isMissing: !meta, ...nothing }
    const { outboxId, settledSeq } = meta
    const range = database.outbox
      .where('[outboxId+seq]')
      .between([outboxId, settledSeq + 1], [outboxId, Number.MAX_SAFE_INTEGER])
    const rows = await range.limit(limit).toArray()
    return { isMissing: false, outboxId, lastSeq: meta.nextSeq - 1, settledSeq, rows }
  })
}

/** Ends a batch before it grows too large. */
function cutBatch(rows: readonly OutboxRow[]): Pick<Batch, 'rows' | 'operations'> {
  const operations: PushedOperation[] = []
  let roomBytes = limits.pushBytes - envelopeBytes
  for (const row of rows) {
    const operation = toPushed(row)
    roomBytes -= new TextEncoder().encode(JSON.stringify(operation)).length + 1
    if (roomBytes < 0 && operations.length > 0) break
    operations.push(operation)
  }
  return { rows: rows.slice(0, operations.length), operations }
}
