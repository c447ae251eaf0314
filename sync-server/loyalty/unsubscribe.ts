/**
 * Unsubscribes from a business's marketing mails through the link in one of them, without signing
 * in (RFC 8058). Deletes mails still in the queue.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Steps } from '#sync-server/rule/rule.ts'
import { readToken, signToken } from '#sync-server/rule/signed-token.ts'
import type { Secrets } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireBusiness } from './business.ts'
import { setConsents } from './consent.ts'

const dayMs = 86_400_000

interface Subscriber {
  businessId: string
  memberId: string
}

export function signUnsubscribe(
  { businessId, memberId }: Subscriber,
  now: Date,
  secrets: Secrets,
): Promise<string> {
  return signToken(
    'unsubscribe',
    {
      subject: memberId,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + serverLimits.unsubscribeDays * dayMs),
      more: { businessId },
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
  return { businessId, memberId: claims.sub }
}

export async function readSubscription(
  { token }: { token: string },
  steps: Steps,
): Promise<{ businessName: string; subscribed: boolean }> {
  const { businessId, memberId } = await requireSubscriber(token, steps)
  return steps.inTenant(businessId, async (rule) => {
    const { name } = await requireBusiness(rule)
    const member = await findMember(rule, memberId)
    return { businessName: name, subscribed: member?.marketingEmail ?? false }
  })
}

/** Idempotent; does nothing for an erased member, who gets no mails anyway. */
export async function unsubscribe({ token }: { token: string }, steps: Steps): Promise<void> {
  const { businessId, memberId } = await requireSubscriber(token, steps)
  await steps.inTenant(businessId, async (rule) => {
    const member = await findMember(rule, memberId)
    if (!member?.marketingEmail) return
    const choosing = { memberId, screen: 'unsubscribe', now: rule.now }
    await setConsents({ email: false }, { ...choosing, version: await rule.nextVersion() }, rule)
    await rule.audit('mail.unsubscribe', memberId)
  })
  await steps.commit(({ db }) => withdrawOffers(db, memberId))
}

/** Deletes unsent campaign mails. */
export async function withdrawOffers(db: Transaction, memberId: string): Promise<void> {
  await db
    .delete(emailQueue)
    .where(
      and(
        eq(emailQueue.subjectId, memberId),
        eq(emailQueue.kind, 'offer'),
        isNull(emailQueue.sentAt),
      ),
    )
}

async function findMember({ db, businessId }: Tenant, memberId: string) {
  const [row] = await db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.id, memberId),
        isNull(customer.erasedAt),
      ),
    )
  return row
}
