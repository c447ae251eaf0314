/** Lists a business's team for its owner: members and pending invites. */
import { and, asc, desc, eq, isNull, max } from 'drizzle-orm'
import type { StaffMember } from '#schema/contract/platform.ts'
import { account } from '#schema/database/account.ts'
import { invite } from '#schema/database/invite.ts'
import { session } from '#schema/database/session.ts'
import { type InviteRow, isShown } from '#sync-server/platform/invite.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { AccountRow } from './account.ts'

export async function listStaff(
  { businessId }: { businessId: string },
  { db }: Rule,
): Promise<StaffMember[]> {
  const people = await db
    .select({ account, lastSeenAt: max(session.lastSeenAt) })
    .from(account)
    .leftJoin(session, eq(session.accountId, account.id))
    .where(
      and(
        eq(account.businessId, businessId),
        isNull(account.withdrawnAt),
        isNull(account.tillName),
      ),
    )
    .groupBy(account.id)
    .orderBy(asc(account.createdAt), asc(account.id))
    .limit(serverLimits.peopleShown)
  const invited = await db
    .select()
    .from(invite)
    .where(and(isShown('staff'), eq(invite.businessId, businessId)))
    .orderBy(desc(invite.createdAt), desc(invite.id))
    .limit(serverLimits.peopleShown)
  return [
    ...people.map(({ account, lastSeenAt }) => toMember(account, lastSeenAt)),
    ...invited.map(toInvited),
  ]
}

export function toMember(row: AccountRow, lastSeenAt: Date | null): StaffMember {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    role: row.role,
    pending: false,
    expiresAt: null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    hasPin: row.pinSetAt !== null,
    hasSecondFactor: row.secondFactorSince !== null,
  }
}

export function toInvited(row: InviteRow): StaffMember {
  return {
    id: row.id,
    firstName: '',
    lastName: '',
    email: row.email,
    role: 'staff',
    pending: true,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: null,
    hasPin: false,
  }
}
