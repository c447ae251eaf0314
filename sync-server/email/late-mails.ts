/**
 * An import's card or an offer may wait in the queue for days. This drops both for a member who was
 * joined into another since, and a card also for a member who declined it, got another address or
 * card, waits for an erasure, or lost the link through a join.
 */
import { and, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { customer, customerKey } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { importedCard } from '#schema/database/member-import.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { cardReasonsIn, isCardMember } from './card-recipients.ts'
import type { QueuedEmail } from './lease.ts'

/** Leads from a card's mail to the key in its link, since a member may get another card later. */
export const cardDedupeKey = (keyDigest: string) => idFrom('imported card', keyDigest)

export const mayBeLate = ({ kind }: QueuedEmail) => kind === 'importedCard' || kind === 'offer'

/** Deletes late mails. @returns what is left to send */
export async function dropLateMails(
  { doors, clock }: Pick<Parts, 'doors' | 'clock'>,
  batch: QueuedEmail[],
): Promise<QueuedEmail[]> {
  const cards = batch.filter(({ kind }) => kind === 'importedCard')
  const offers = batch.filter(({ kind }) => kind === 'offer')
  const late = new Set<QueuedEmail>()
  for (const businessId of new Set(
    [...cards, ...offers].flatMap(({ senderId }) => senderId ?? []),
  )) {
    const isOwn = ({ senderId }: QueuedEmail) => senderId === businessId
    const found = await doors.tenant(businessId, async (tenant) => [
      ...(await findLateOffers(offers.filter(isOwn), tenant)),
      ...(await endLateCards(cards.filter(isOwn), tenant, clock.now())),
    ])
    for (const mail of found) late.add(mail)
  }
  if (late.size === 0) return batch
  const ids = [...late].map(({ id }) => id)
  await doors.platform((db) => db.delete(emailQueue).where(inArray(emailQueue.id, ids)))
  return batch.filter((mail) => !late.has(mail))
}

const membersOf = (mails: readonly QueuedEmail[]) =>
  mails.flatMap(({ subjectId }) => subjectId ?? [])

/** The kept member's consents apply. */
async function findLateOffers(
  offers: QueuedEmail[],
  { db, businessId }: Tenant,
): Promise<QueuedEmail[]> {
  if (offers.length === 0) return []
  const rows = await db
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        inArray(customer.id, membersOf(offers)),
        isNotNull(customer.joinedInto),
      ),
    )
  const joined = new Set(rows.map(({ id }) => id))
  return offers.filter(({ subjectId }) => joined.has(subjectId ?? ''))
}

/** Ends their links, too, so that these members count as not sent and without a card. */
async function endLateCards(
  mails: QueuedEmail[],
  { db, businessId }: Tenant,
  now: Date,
): Promise<QueuedEmail[]> {
  if (mails.length === 0) return []
  const cards = await db
    .select({ memberId: importedCard.memberId, digest: importedCard.keyDigest })
    .from(importedCard)
    .where(
      and(
        eq(importedCard.businessId, businessId),
        inArray(importedCard.memberId, membersOf(mails)),
      ),
    )
  const digests = new Map(cards.map(({ digest }) => [cardDedupeKey(digest), digest]))
  const isOpen = and(
    eq(customerKey.businessId, businessId),
    inArray(customerKey.digest, [...digests.values()]),
    isNull(customerKey.retiredAt),
  )
  const keys = await db.select({ digest: customerKey.digest }).from(customerKey).where(isOpen)
  const open = new Set(keys.map(({ digest }) => digest))
  const rows = await db
    .select({ id: customer.id, key: customer.emailKey })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        inArray(customer.id, membersOf(mails)),
        isCardMember,
        not(or(...Object.values(cardReasonsIn(businessId))) ?? sql`false`),
      ),
    )
  const addresses = new Map(rows.map(({ id, key }) => [id, key]))
  const digestOf = ({ dedupeKey }: QueuedEmail) => digests.get(dedupeKey ?? '') ?? ''
  const late = mails.filter(
    (mail) =>
      !open.has(digestOf(mail)) || addresses.get(mail.subjectId ?? '') !== emailKey(mail.recipient),
  )
  const ended = late.map(digestOf)
  await db
    .delete(importedCard)
    .where(and(eq(importedCard.businessId, businessId), inArray(importedCard.keyDigest, ended)))
  await db
    .update(customerKey)
    .set({ retiredAt: now, sealed: null })
    .where(and(isOpen, inArray(customerKey.digest, ended)))
  return late
}
