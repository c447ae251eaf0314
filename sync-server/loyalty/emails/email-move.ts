/**
 * Moves a member to another address. Links and the consent for emails belonged to the former one:
 * they end, and the new address gets its own link to the card.
 */
import { and, eq, gt, gte, isNull, max, type SQL } from 'drizzle-orm'
import { dayMs } from '#schema/contract/time-spans.ts'
import { customer } from '#schema/database/customer.ts'
import { formerContact } from '#schema/database/former-contact.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { foldContact } from '#sync-server/loyalty/contact.ts'
import type { MemberRow } from '#sync-server/loyalty/member.ts'
import { setConsents } from '#sync-server/loyalty/privacy/consent.ts'
import { retireKeys } from '#sync-server/loyalty/privacy/retire-keys.ts'
import { emailKey, mailboxKey } from '#sync-server/rule/email-key.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type Moving, mailCard } from './email-mails.ts'
import { takeFromJoined } from './joined-address.ts'

export interface Move {
  member: MemberRow
  email: string
  changeId: string
  /** The account that asked for it; null for the member. */
  changedBy: string | null
  /** A link mailed to the new address was pressed. */
  isProved: boolean
  /** The places that end. */
  ends: SQL
  mayUndo: boolean
}

/** @returns until when the former address may undo it */
export async function moveAddress(move: Move, moving: Moving): Promise<Date> {
  const { member, email, changeId, changedBy, isProved, ends, mayUndo } = move
  const { tenant, version, now } = moving
  const { db, businessId } = tenant
  const memberId = member.id
  await takeFromJoined(move, moving)
  await db
    .update(customer)
    .set({
      email,
      emailKey: emailKey(email),
      mailboxKey: mailboxKey(email),
      ...foldContact({ ...member, email }),
      addressProvedAt: isProved ? now : null,
      mailRefusedAt: null,
      ...nothingPending,
      version,
    })
    .where(and(eq(customer.businessId, businessId), eq(customer.id, memberId)))
  const choosing = { memberId, version, now, screen: 'email-changed' } as const
  await retireKeys({ ...choosing, which: ends }, tenant)
  if (member.marketingEmail) await setConsents({ email: false }, choosing, tenant)
  const undoMs = mayUndo && member.email !== '' ? serverLimits.emailUndoDays * dayMs : 0
  const undoUntil = new Date(now.getTime() + undoMs)
  const { memberId: ofMember, kind, changedAt } = formerContact
  const [last] = await db
    .select({ at: max(changedAt) })
    .from(formerContact)
    .where(and(eq(formerContact.businessId, businessId), eq(ofMember, memberId), eq(kind, 'email')))
  await db.insert(formerContact).values({
    businessId,
    changeId,
    kind: 'email',
    memberId,
    former: member.email,
    emailKey: member.emailKey,
    mailboxKey: member.mailboxKey,
    // After the member's earlier changes, also if another server's clock is ahead: an undo goes by it.
    changedAt: new Date(Math.max(now.getTime(), (last?.at?.getTime() ?? 0) + 1)),
    changedBy,
    undoUntil,
  })
  await mailCard({ memberId, changeId, email }, moving)
  return undoUntil
}

export const nothingPending = { pendingEmail: null, pendingChangeId: null, pendingUntil: null }

/** @returns whether a former mailbox can still undo a change */
export async function mayStillUndo(
  { db, businessId }: Tenant,
  memberId: string,
  now: Date,
): Promise<boolean> {
  const open = await db.$count(
    formerContact,
    and(
      eq(formerContact.businessId, businessId),
      eq(formerContact.memberId, memberId),
      eq(formerContact.kind, 'email'),
      isNull(formerContact.undoneAt),
      gt(formerContact.undoUntil, now),
    ),
  )
  return open > 0
}

/** @returns whether a former mailbox has undone a change after this time */
export async function wasUndoneSince(
  { db, businessId }: Tenant,
  memberId: string,
  since: Date,
): Promise<boolean> {
  const undone = await db.$count(
    formerContact,
    and(
      eq(formerContact.businessId, businessId),
      eq(formerContact.memberId, memberId),
      eq(formerContact.kind, 'email'),
      gt(formerContact.undoneAt, since),
    ),
  )
  return undone > 0
}

/**
 * Ends the links that undo this change or a later one; links of earlier changes stay valid.
 * @returns the ids of these changes
 */
export async function endUndoLinks(
  { memberId, since }: { memberId: string; since: Date },
  { tenant, now }: Pick<Moving, 'tenant' | 'now'>,
): Promise<string[]> {
  const ended = await tenant.db
    .update(formerContact)
    .set({ undoneAt: now })
    .where(
      and(
        eq(formerContact.businessId, tenant.businessId),
        eq(formerContact.memberId, memberId),
        eq(formerContact.kind, 'email'),
        gte(formerContact.changedAt, since),
        isNull(formerContact.undoneAt),
      ),
    )
    .returning({ changeId: formerContact.changeId })
  return ended.map(({ changeId }) => changeId)
}
