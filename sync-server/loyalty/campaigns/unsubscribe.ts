/**
 * Unsubscribes from a business's marketing mails through the link in one of them, without signing
 * in (RFC 8058). Deletes mails still in the queue.
 */
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { dayMs } from '#schema/contract/time-spans.ts'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import type { MemberRow } from '#sync-server/loyalty/member.ts'
import { setConsents } from '#sync-server/loyalty/privacy/consent.ts'
import { addressIdOf, emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Steps } from '#sync-server/rule/rule.ts'
import { readToken, type Secrets, signToken } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

interface Subscriber {
  businessId: string
  memberId: string
  /** The address that the link was mailed to; an earlier release's links name none. */
  address: string | null
}

/** @param email the address that the link is mailed to */
export function signUnsubscribe(
  { businessId, memberId, email }: Omit<Subscriber, 'address'> & { email: string },
  now: Date,
  secrets: Secrets,
): Promise<string> {
  return signToken(
    'unsubscribe',
    {
      subject: memberId,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + serverLimits.unsubscribeDays * dayMs),
      more: { businessId, address: addressIdOf({ businessId, emailKey: emailKey(email) }) },
    },
    secrets,
  )
}

/** @throws Refusal not_found for a token that isn't ours */
async function requireSubscriber(
  token: string,
  { now, config }: Pick<Steps, 'now' | 'config'>,
): Promise<Subscriber> {
  const claims = await readToken('unsubscribe', token, { now, secrets: config })
  const businessId = claims?.businessId
  if (!claims?.sub || typeof businessId !== 'string') refuse('not_found')
  const address = typeof claims.address === 'string' ? claims.address : null
  return { businessId, memberId: claims.sub, address }
}

export async function readSubscription(
  { token }: { token: string },
  steps: Steps,
): Promise<{ businessName: string; subscribed: boolean }> {
  const subscriber = await requireSubscriber(token, steps)
  return steps.inTenant(subscriber.businessId, async (rule) => {
    const { name } = await requireBusiness(rule)
    const members = await findMembers(rule, subscriber)
    return { businessName: name, subscribed: members.some(agrees) }
  })
}

/**
 * Idempotent; does nothing for an erased member, nor for one who agreed at another address since:
 * neither gets mails at the link's address anyway.
 */
export async function unsubscribe({ token }: { token: string }, steps: Steps): Promise<void> {
  const subscriber = await requireSubscriber(token, steps)
  const { businessId } = subscriber
  const ids = await steps.inTenant(businessId, async (rule) => {
    const before = await findMembers(rule, subscriber)
    if (!before.some(agrees)) return before.map(({ id }) => id)
    const version = await rule.nextVersion()
    // They may have been joined while this waited.
    const members = await findMembers(rule, subscriber)
    for (const { id: memberId } of members.filter(agrees)) {
      const choosing = { memberId, screen: 'unsubscribe', now: rule.now }
      await setConsents({ email: false }, { ...choosing, version }, rule)
      await rule.audit('mail.unsubscribe', memberId)
    }
    return members.map(({ id }) => id)
  })
  for (const memberId of ids) {
    await steps.commit(({ db }) => withdrawOffers(db, { businessId, memberId }))
  }
}

const agrees = ({ marketingEmail }: MemberRow) => marketingEmail

/** Deletes unsent campaign mails, and the card of an imported member. */
export async function withdrawOffers(
  db: Transaction,
  { businessId, memberId }: Pick<Subscriber, 'businessId' | 'memberId'>,
): Promise<void> {
  await db
    .delete(emailQueue)
    .where(
      and(
        eq(emailQueue.senderId, businessId),
        eq(emailQueue.subjectId, memberId),
        inArray(emailQueue.kind, ['offer', 'importedCard']),
        isNull(emailQueue.sentAt),
      ),
    )
}

/** @returns the member at this address, and those joined with them who have the same mailbox */
async function findMembers(
  { db }: Tenant,
  { businessId, memberId, address }: Subscriber,
): Promise<MemberRow[]> {
  const isPresent = and(eq(customer.businessId, businessId), isNull(customer.erasedAt))
  const [row] = await db
    .select()
    .from(customer)
    .where(and(isPresent, eq(customer.id, memberId)))
  if (!row || (address !== null && address !== addressIdOf(row))) return []
  const kept = row.joinedInto ?? row.id
  const isOfGroup = or(eq(customer.id, kept), eq(customer.joinedInto, kept))
  return db
    .select()
    .from(customer)
    .where(and(isPresent, eq(customer.mailboxKey, row.mailboxKey), isOfGroup))
}
