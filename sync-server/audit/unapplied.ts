/**
 * Adds the customer and the amount to lines about refused and parked operations. The audit record
 * holds ids only, because it outlives people's data; the operation's payload is erased with them.
 */
import { and, eq, inArray, ne } from 'drizzle-orm'
import { uuid } from '#schema/contract/id.ts'
import { amount } from '#schema/contract/money.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { readNames } from './applied.ts'
import type { Line } from './line.ts'

export async function describeUnapplied(
  { db, businessId }: Tenant,
  lines: readonly Line[],
): Promise<Line[]> {
  const ids = lines.flatMap(({ outcome, subjectId }) =>
    outcome !== 'done' && uuid.safeParse(subjectId).success ? (subjectId ?? []) : [],
  )
  if (ids.length === 0) return [...lines]
  const rows = await db
    .select({
      subjectId: appliedOperation.subjectId,
      name: appliedOperation.name,
      receivedAt: appliedOperation.receivedAt,
      payload: appliedOperation.payload,
    })
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, businessId),
        inArray(appliedOperation.subjectId, ids),
        ne(appliedOperation.status, 'applied'),
      ),
    )
  const asked = rows.map(({ payload, ...row }) => ({ ...row, ...readPayload(payload) }))
  const names = await readNames(
    { db, businessId },
    asked.flatMap(({ memberId }) => memberId ?? []),
  )
  return lines.map((line) => {
    const found = asked.find(
      ({ subjectId, name, receivedAt }) =>
        line.outcome !== 'done' &&
        subjectId === line.subjectId &&
        name === line.act &&
        receivedAt.getTime() === line.happenedAt.getTime(),
    )
    if (!found) return line
    const { memberId } = found
    const customer = memberId ? { memberId, name: names.get(memberId) || null } : null
    return { ...line, customer, amount: found.amount }
  })
}

/** Malformed payloads are stored as they came. */
function readPayload(payload: unknown): { memberId: string | null; amount: string | null } {
  const fields = (typeof payload === 'object' && payload) || {}
  return {
    memberId: ('memberId' in fields && uuid.safeParse(fields.memberId).data) || null,
    amount: ('amount' in fields && amount.safeParse(fields.amount).data) || null,
  }
}
