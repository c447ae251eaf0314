/** The number before a correction, kept for as long as the correction may be undone. */
import { and, eq, gt, lt } from 'drizzle-orm'
import { dayMs } from '#schema/contract/time-spans.ts'
import { formerContact } from '#schema/database/former-contact.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { MemberRow } from './member.ts'

export function keepFormerPhone(
  { id: memberId, phone }: MemberRow,
  { tenant, writes, operationId, by, now }: OperationContext,
): void {
  writes.append(formerContact, {
    businessId: tenant.businessId,
    changeId: operationId,
    kind: 'phone',
    memberId,
    former: phone ?? '',
    changedAt: now,
    changedBy: by.accountId,
    undoUntil: new Date(now.getTime() + serverLimits.phoneUndoDays * dayMs),
  })
}

/** @returns the number that the change replaced, empty for none; null if it is too late */
export async function findFormerPhone(
  { memberId, changeId }: { memberId: string; changeId: string },
  { tenant, writes, now }: OperationContext,
): Promise<string | null> {
  // The change may be in the same push.
  await writes.flush()
  const [row] = await tenant.db
    .select({ former: formerContact.former })
    .from(formerContact)
    .where(
      and(
        eq(formerContact.businessId, tenant.businessId),
        eq(formerContact.changeId, changeId),
        eq(formerContact.kind, 'phone'),
        eq(formerContact.memberId, memberId),
        gt(formerContact.undoUntil, now),
      ),
    )
  return row?.former ?? null
}

/** Former addresses stay: they decide on welcomes. */
const isPast = (now: Date) => and(eq(formerContact.kind, 'phone'), lt(formerContact.undoUntil, now))

export function withFormerPhones(db: Transaction, now: Date) {
  const { businessId } = formerContact
  return db.selectDistinct({ businessId }).from(formerContact).where(isPast(now))
}

export async function forgetFormerPhones({ db, businessId }: Tenant, now: Date): Promise<void> {
  await db.delete(formerContact).where(and(eq(formerContact.businessId, businessId), isPast(now)))
}
