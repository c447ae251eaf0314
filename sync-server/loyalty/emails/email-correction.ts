/**
 * The email in a correction. It moves once a link mailed to the new address is pressed; at once on an
 * owner's word if the member had no email, or a mail server refused the former one for good.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { customer, customerKey } from '#schema/database/customer.ts'
import { foldContact } from '#sync-server/loyalty/contact.ts'
import { isUnread } from '#sync-server/loyalty/customer.ts'
import type { MemberRow } from '#sync-server/loyalty/member.ts'
import { mailedLink } from '#sync-server/loyalty/secrets.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { findOther, findRestorable } from './address-of-other.ts'
import { mailNewAddress, movingIn } from './email-mails.ts'
import { moveAddress, nothingPending, wasUndoneSince } from './email-move.ts'
import { countOwnerLink } from './owner-links.ts'

interface Wanted {
  member: MemberRow
  email: string
}

/**
 * @throws Refusal not_allowed for staff, address_of_other and email_links_spent for owners; a member
 * hears about another member only behind the link, from that mailbox
 */
export async function requireCorrectable(
  { member, email }: Wanted,
  context: OperationContext,
): Promise<void> {
  const { tenant, by, now } = context
  if (by.asker === 'staff') refuse('not_allowed')
  if (by.asker === 'customer') await requirePlace(member, context)
  if (by.asker !== 'business_admin') return
  const wanted = { memberId: member.id, email }
  const isAtOnce = isUnread(member)
  const otherId =
    (await findOther(tenant, wanted)) ?? (isAtOnce && (await findRestorable(wanted, context)))
  if (otherId) refuse('address_of_other', { named: { otherId } })
  const isOther = emailKey(email) !== member.emailKey
  if (isOther && !isAtOnce) await countOwnerLink(wanted, now, tenant)
}

/**
 * An undo may have ended the place that asks since its key was looked up.
 * @throws Refusal not_found, or customer_changed_meanwhile if the change was parked before the undo
 */
async function requirePlace(
  member: MemberRow,
  { tenant, by, madeAt }: OperationContext,
): Promise<void> {
  if (await wasUndoneSince(tenant, member.id, madeAt)) refuse('customer_changed_meanwhile')
  if (by.keyDigest === undefined) return
  const isOpen = await tenant.db.$count(
    customerKey,
    and(
      eq(customerKey.businessId, tenant.businessId),
      eq(customerKey.digest, by.keyDigest),
      isNull(customerKey.retiredAt),
    ),
  )
  if (isOpen === 0) refuse('not_found')
}

/** @returns whether the address moves only when the link is pressed */
export async function correctEmail(
  { member, email }: Wanted,
  context: OperationContext,
): Promise<boolean> {
  const { tenant, by, now, version, operationId, writes } = context
  // Everything here is read and written at once.
  await writes.flush()
  const isByOwner = by.asker === 'business_admin'
  // The answer doesn't reveal to a card's holder whether the address is the stored one.
  const isOther = !isByOwner || emailKey(email) !== member.emailKey
  if (isOther && isByOwner && isUnread(member)) {
    const move = {
      member,
      email,
      changeId: operationId,
      changedBy: by.accountId,
      isProved: false,
      ends: eq(customerKey.device, mailedLink),
      mayUndo: false,
    }
    await moveAddress(move, movingIn(context))
    return false
  }
  const until = new Date(now.getTime() + serverLimits.memberEmailLinkMinutes * minuteMs)
  const changes = isOther
    ? { pendingEmail: email, pendingChangeId: operationId, pendingUntil: until }
    : { email, ...foldContact({ ...member, email }), ...nothingPending }
  await tenant.db
    .update(customer)
    .set({ ...changes, version })
    .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, member.id)))
  if (!isOther) return false
  const change = { memberId: member.id, changeId: operationId }
  await mailNewAddress({ ...change, email, until, byBusiness: isByOwner }, movingIn(context))
  return true
}
