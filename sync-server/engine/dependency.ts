/**
 * Why is something that an operation names not there? Its maker was refused or discarded: so is
 * this. It is parked: so is this, behind it. A member nobody has heard of may still be on her way.
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
  const mayArrive = missing.code === 'member_unknown' || maker?.status === 'parked'
  if (mayArrive) return { status: 'parked', reason: 'member_not_arrived', waitsFor: missing.id }
  return { status: 'refused', code: missing.code, message: refusals[missing.code].message }
}
