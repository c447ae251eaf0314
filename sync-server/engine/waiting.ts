/**
 * Takes up what was parked behind something that has now arrived, in the order it was received.
 * The final verdicts reach the devices by pull.
 */
import { and, asc, eq, inArray } from 'drizzle-orm'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { AskedOperation } from './asked-operation.ts'
import { execute } from './execute.ts'
import { subjectOf } from './payload.ts'
import type { Ruling } from './ruling.ts'
import { type StoredOperation, verdictColumns } from './stored-operation.ts'

/** @returns which of the ids that these operations bring are waited for */
export async function findAwaited(
  tenant: Tenant,
  operations: AskedOperation[],
): Promise<Set<string>> {
  const subjects = operations.map(subjectOf).filter((id) => id !== null)
  if (subjects.length === 0) return new Set()
  const rows = await tenant.db
    .select({ waitsFor: appliedOperation.waitsFor })
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        eq(appliedOperation.status, 'parked'),
        inArray(appliedOperation.waitsFor, subjects),
      ),
    )
  return new Set(rows.flatMap((row) => row.waitsFor ?? []))
}

/** @param arrivedId the member, purchase or coupon that is there now, or was refused for good */
export async function takeUpWaiting(arrivedId: string, context: OperationContext): Promise<void> {
  const { tenant, writes } = context
  await writes.flush()
  const waiting = await tenant.db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        eq(appliedOperation.status, 'parked'),
        eq(appliedOperation.waitsFor, arrivedId),
      ),
    )
    .orderBy(asc(appliedOperation.receivedAt), asc(appliedOperation.seq))
  for (const operation of waiting) await settleParked(operation, context)
}

/** Gives a parked operation its verdict now, in the name of whoever had asked it. */
export async function settleParked(
  operation: StoredOperation,
  context: OperationContext,
): Promise<void> {
  const asAsked: OperationContext = {
    ...context,
    operationId: operation.operationId,
    by: { ...context.by, asker: operation.asker as never, accountId: operation.accountId },
  }
  const ruling = await execute(operation, asAsked, undefined)
  await settle(operation, ruling, context)
}

/** Ends a parked operation with a no, and what waited behind it. */
export async function refuseParked(
  operation: StoredOperation,
  code: RefusalCode,
  context: OperationContext,
): Promise<void> {
  const { message } = refusals[code]
  await settle(operation, { status: 'refused', code, message }, context)
}

async function settle(
  operation: StoredOperation,
  ruling: Ruling,
  context: OperationContext,
): Promise<void> {
  const { tenant } = context
  context.writes.send(
    tenant.db
      .update(appliedOperation)
      .set({
        ...verdictColumns(ruling),
        ...(ruling.status === 'applied' && { payload: null }),
        settledAt: settledAfter(operation, context.now),
        version: context.version,
      })
      .where(
        and(
          eq(appliedOperation.businessId, tenant.businessId),
          eq(appliedOperation.operationId, operation.operationId),
        ),
      ),
  )
  if (ruling.status !== 'parked' && operation.subjectId) {
    await takeUpWaiting(operation.subjectId, context)
  }
}

/** Later than it was received, also within one transaction: that is how a pull finds it. */
function settledAfter({ receivedAt }: StoredOperation, now: Date): Date {
  return new Date(Math.max(now.getTime(), receivedAt.getTime() + 1))
}
