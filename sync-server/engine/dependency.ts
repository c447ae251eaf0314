/**
 * Decides why an id that an operation names doesn't exist. If the operation that creates it was
 * refused or discarded, so is this one. If that is parked or hasn't arrived yet (it may still come
 * from an unsynced phone or outbox), this one is parked behind it.
 */
import { and, desc, eq } from 'drizzle-orm'
import { refusals } from '#schema/contract/refusal.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Missing } from '#sync-server/rule/missing.ts'
import type { Ruling } from './ruling.ts'

export async function whyMissing(missing: Missing, context: OperationContext): Promise<Ruling> {
  await context.writes.flush()
  const { tenant } = context
  const [maker] = await tenant.db
    .select({ status: appliedOperation.status, message: appliedOperation.message })
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        eq(appliedOperation.subjectId, missing.id),
      ),
    )
    .orderBy(desc(appliedOperation.version))
    .limit(1)
  if (maker?.status === 'refused' || maker?.status === 'discarded') {
    const because = maker.message ?? refusals.discarded.message
    return {
      status: 'refused',
      code: 'depends_on_refused',
      message: `${refusals.depends_on_refused.message} ${because}`,
    }
  }
  if (maker?.status === 'applied') {
    return { status: 'refused', code: missing.code, message: refusals[missing.code].message }
  }
  const reason = missing.code === 'member_unknown' ? 'member_not_arrived' : 'work_not_arrived'
  return { status: 'parked', reason, waitsFor: missing.id }
}
