/**
 * Applies verdicts to the outbox, inside the caller's transaction. The server's verdict overrides
 * the device's intent: a withdrawn row that had already been applied is shown as applied, and the
 * row that was to replace it is refused as `already_saved`.
 */
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { payloadOf } from '#pwa/records/outbox-row.ts'
import type { OutboxWriter } from '#pwa/sync/outbox-write.ts'
import { refusals } from '#schema/contract/refusal.ts'
import type { Verdict } from '#schema/contract/sync.ts'

/**
 * The id by which the server's answers name this row. Earlier releases stored ids of an imported
 * file in capitals, and the server lowers them.
 */
export function answeredId({ operationId }: OutboxRow): string {
  return operationId.toLowerCase()
}

/** @param about the rows that the verdicts may be about */
export async function settleVerdicts(
  writer: OutboxWriter,
  about: readonly OutboxRow[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const rows = new Map(about.map((row) => [answeredId(row), row]))
  const settled: OutboxRow[] = []
  for (const verdict of verdicts) {
    const row = rows.get(verdict.operationId)
    if (!row) continue
    const next = rowAfter(row, verdict)
    if (next.status === 'acknowledged' || next.status === 'withdrawn') settled.push(next)
    else await writer.put(next)
    if (next.status === 'acknowledged') noteAlias(writer, next)
  }
  await writer.settle(settled)
}

function rowAfter(row: OutboxRow, verdict: Verdict): OutboxRow {
  const told = {
    code: verdict.code ?? null,
    message: verdict.message ?? null,
    result: verdict.result ?? null,
    version: verdict.version,
  }
  // An operation withdrawn too late counts, also if a restored server asks for it again.
  const counted = { ...row, ...told, discarded: false }
  if (verdict.status === 'applied') return { ...counted, status: 'acknowledged' }
  if (verdict.status === 'parked') return { ...counted, version: null, status: 'parked' }
  // Withdrawn, or already refused as unreadable: the verdict only settles its number.
  if (row.status === 'withdrawn') return row
  if (row.discarded && row.status === 'refused') {
    if (verdict.code !== 'key_reused') return row
    // The server knows the id but not this payload: it may have counted, so do not send it again.
    return { ...row, code: 'already_saved', message: refusals.already_saved.message }
  }
  const code = verdict.status === 'discarded' ? 'discarded' : told.code
  return { ...row, ...told, code, version: null, status: 'refused' }
}

/**
 * The person was a member already: operations queued under the new id move to the existing member.
 */
function noteAlias(writer: OutboxWriter, row: OutboxRow) {
  const signUp = payloadOf(row, 'customer.signUp')
  // A join may be undone, so the alias names the joined member.
  const memberId = row.result?.joinId ?? row.result?.memberId
  if (signUp && typeof memberId === 'string' && memberId !== signUp.memberId) {
    writer.change.aliases[signUp.memberId] = memberId
  }
}
