/**
 * Verdicts become facts of the outbox, inside the caller's transaction. The server's word wins over
 * what this device meant: a row that was taken back but had already been applied is shown applied,
 * and what was to replace it is not sent.
 */
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { payloadOf } from '#pwa/sync/outbox-row.ts'
import type { OutboxWriter } from '#pwa/sync/outbox-write.ts'
import type { Verdict } from '#schema/contract/sync.ts'

/** Shown on an edit that came too late. Not a code of the server. */
export const alreadySaved = {
  code: 'already_saved',
  message:
    'The first version had already reached the server and counts. Please look at it and correct it there.',
} as const

/** @param rows those that the verdicts may be about, by operation id */
export async function settleVerdicts(
  writer: OutboxWriter,
  rows: ReadonlyMap<string, OutboxRow>,
  verdicts: readonly Verdict[],
): Promise<void> {
  const settled: OutboxRow[] = []
  for (const verdict of verdicts) {
    const row = rows.get(verdict.operationId)
    if (!row) continue
    const next = rowAfter(row, verdict)
    if (next.status === 'acknowledged' || next.status === 'withdrawn') settled.push(next)
    else await writer.put(next)
    if (next.status === 'acknowledged') noteAlias(writer, next)
    if (row.discarded && mayCount(next, verdict)) await withdrawReplacements(writer, row)
  }
  await writer.settle(settled)
}

/** Also when the server knows the id but not this payload: nothing is safer than once more. */
function mayCount(row: OutboxRow, verdict: Verdict): boolean {
  return row.status === 'acknowledged' || row.status === 'parked' || verdict.code === 'key_reused'
}

function rowAfter(row: OutboxRow, verdict: Verdict): OutboxRow {
  const told = {
    code: verdict.code ?? null,
    message: verdict.message ?? null,
    result: verdict.result ?? null,
    version: verdict.version,
  }
  if (verdict.status === 'applied') return { ...row, ...told, status: 'acknowledged' }
  if (verdict.status === 'parked') return { ...row, ...told, version: null, status: 'parked' }
  // Taken back, or refused already for being unreadable: the verdict only settles its number.
  if (row.status === 'withdrawn') return row
  if (row.discarded && row.status === 'refused') {
    return verdict.code === 'key_reused' ? { ...row, ...alreadySaved } : row
  }
  const code = verdict.status === 'discarded' ? 'discarded' : told.code
  return { ...row, ...told, code, version: null, status: 'refused' }
}

/** The person was a member already: what was queued upon the new id follows to her. */
function noteAlias(writer: OutboxWriter, row: OutboxRow) {
  const signUp = payloadOf(row, 'customer.signUp')
  const memberId = row.result?.memberId
  if (signUp && typeof memberId === 'string' && memberId !== signUp.memberId) {
    writer.change.aliases[signUp.memberId] = memberId
  }
}

/** Its edits, and the edits of those: in the order asked, so that one walk finds them all. */
async function withdrawReplacements(writer: OutboxWriter, counting: OutboxRow) {
  const edited = new Set([counting.operationId])
  for (const row of await writer.database.outbox.toArray()) {
    if (row.replaces === null || !edited.has(row.replaces)) continue
    edited.add(row.operationId)
    if (row.status !== 'waiting') continue
    await writer.put({ ...row, ...alreadySaved, discarded: true, status: 'refused' })
  }
}
