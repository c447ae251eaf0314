/**
 * Resolves a disagreement on numbers between device and server. Fills a gap from the rows this
 * device still has; if it cannot, or the numbers are already used, the unsent work gets a new
 * outbox and numbers from 1. Operation ids stay the same, so nothing is applied twice; lost
 * operations are counted and shown.
 */
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { waitingAgain } from '#pwa/sync/outbox-row.ts'
import type { OutboxWriter } from '#pwa/sync/outbox-write.ts'

/** Gives all rows without a verdict numbers from 1 in a new outbox, in their order. */
export async function renumber(writer: OutboxWriter, outboxId: string): Promise<void> {
  const rows = await dueRows(writer)
  writer.meta.outboxId = outboxId
  writer.meta.settledSeq = 0
  for (const [index, row] of rows.entries()) {
    await writer.put({ ...row, outboxId, seq: index + 1 })
  }
  writer.meta.nextSeq = rows.length + 1
}

/**
 * Fills the gap that the server reported from `expected` on.
 * @returns true if the gap was filled, false if the work was renumbered
 */
export async function fillGap(
  writer: OutboxWriter,
  expected: number,
  newOutboxId: string,
): Promise<boolean> {
  const { outboxId, settledSeq } = writer.meta
  const found = new Map<number, OutboxRow>()
  await writer.database.journal.each((batch) => {
    for (const row of batch.rows) if (row.outboxId === outboxId) found.set(row.seq, row)
  })
  await writer.database.outbox
    .where('[outboxId+seq]')
    .between([outboxId, expected], [outboxId, settledSeq], true, true)
    .each((row) => found.set(row.seq, row))

  for (const row of found.values()) {
    if (row.seq >= expected && row.seq <= settledSeq) await writer.put(unsettled(row))
  }
  writer.meta.settledSeq = Math.min(settledSeq, expected - 1)
  const due = await dueRows(writer)
  const missing = writer.meta.nextSeq - writer.meta.settledSeq - 1 - due.length
  if (missing === 0) return true
  writer.meta.missing += missing
  await renumber(writer, newOutboxId)
  return false
}

function unsettled(row: OutboxRow): OutboxRow {
  if (row.status === 'acknowledged' || row.status === 'parked') return waitingAgain(row)
  return { ...row, discarded: true }
}

function dueRows(writer: OutboxWriter): PromiseLike<OutboxRow[]> {
  const { outboxId, settledSeq } = writer.meta
  return writer.database.outbox
    .where('[outboxId+seq]')
    .between([outboxId, settledSeq + 1], [outboxId, Number.MAX_SAFE_INTEGER])
    .toArray()
}
