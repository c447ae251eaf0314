/**
 * `customer.signUp`: a customer joins, with their welcome. Asked by staff through the push or by a
 * visitor through the documented call; the rules of "already a member" and of held welcomes are
 * docs/product.md.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { consentTextVersion } from '#schema/contract/consent-text.ts'
import type { SignUpByVisitor } from '#schema/contract/customer.ts'
import { consentRecord, customer, customerKey, memberAlias } from '#schema/database/customer.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { emailKey, mailboxKey } from '#sync-server/rule/email-key.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { mailedLink } from './kept-key.ts'
import { mailMemberPage } from './member-page-mail.ts'
import { openBalance } from './points-ledger.ts'
import { SignUpFacts } from './sign-up-facts.ts'
import { giveWelcome, mailWelcome } from './welcome.ts'

/** Staff leave out what only a visitor's phone brings. */
export type SignUp = SignUpByVisitor

export const signUpCustomer: Executor<'customer.signUp'> = async (payload: SignUp, context) => {
  const { by, business, readAhead } = context
  const isOfRun = readAhead instanceof SignUpFacts && readAhead.covers(payload)
  const facts = isOfRun ? readAhead : await SignUpFacts.read([{ payload, by }], context)
  const known = facts.known(payload, by)
  if (!known.codeStands) refuse('code_invalid')
  if (known.memberId) {
    const answer = await meetMember(payload, known.memberId, known.idLeadsTo, context)
    facts.addAlias(payload.memberId, known.memberId)
    return answer
  }
  if (known.idLeadsTo) refuse('id_taken')
  // Whom staff sign up have the key that is mailed to them.
  const { keyDigest: digest, sealedKey } = payload
  if (by.asker === 'visitor' && digest) await routeKey(digest, payload, isOfRun, context)

  // Held for the owner's decision when this mailbox had a welcome already, or when this network is
  // over the business's daily limit, or all of them over its hourly one; what staff push is exempt
  // from the latter two.
  const overLimit =
    known.fromNetwork >= business.welcomesPerNetworkPerDay ||
    known.fromEverywhere >= business.welcomesPerHour
  const held = known.mailboxWelcomed || (by.asker === 'visitor' && overLimit)
  writeCustomer(payload, held, held ? 0 : business.welcomePoints, context)
  const welcome = held ? noWelcome : giveWelcome(payload.memberId, context, openBalance)
  // A held one is mailed when it is released: over the limit nobody makes us write to strangers.
  if (!held) mailWelcome(payload, context)
  writeConsents(payload, context)
  facts.addMember(payload, by, held)
  return { memberId: payload.memberId, ...welcome, ...(sealedKey && { sealedKey }) }
}

/**
 * Keys are unique over all businesses, of which only the database knows. One alone asks it first.
 * In a run, a key that is somebody's, or was brought twice, fails the run, each of which is then done
 * alone.
 */
async function routeKey(
  digest: string,
  payload: SignUp,
  isOfRun: boolean,
  { tenant, now, writes }: OperationContext,
): Promise<void> {
  const { businessId } = tenant
  const row = { digest, businessId, memberId: payload.memberId, createdAt: now }
  const named = { ...row, device: payload.device ?? null }
  if (isOfRun || payload.sealedKey) return writes.append(customerKey, named)
  const routed = await tenant.db
    .insert(customerKey)
    .values(named)
    .onConflictDoNothing()
    .returning({ digest: customerKey.digest })
  if (routed.length === 0) refuse('id_taken')
}

const noWelcome = { bonusPoints: 0, welcomeCoupon: null }

/** Staff are led to the existing member; on a public device their page is mailed to them instead. */
async function meetMember(
  payload: SignUp,
  memberId: string,
  idLeadsTo: string | null,
  context: OperationContext,
) {
  const { tenant, by, writes } = context
  if (by.asker === 'visitor') {
    await mailMemberPage(memberId, context)
    refuse('already_member')
  }
  // An id that is somebody else's never leads to this member: their points would go astray.
  if (idLeadsTo !== null && idLeadsTo !== memberId) refuse('id_taken')
  if (idLeadsTo === null) {
    const { businessId } = tenant
    writes.append(memberAlias, { businessId, aliasId: payload.memberId, memberId })
  }
  const placesClosed = await closeUnmailedPlaces(memberId, context)
  if (placesClosed > 0) await mailMemberPage(memberId, context)
  return { memberId, alreadyMember: true, ...noWelcome, ...(placesClosed > 0 && { placesClosed }) }
}

/**
 * Anybody may have typed the address that this person has just given in person, so cards that no
 * mail opened are closed; the link comes to the address once more (docs/trust.md).
 */
async function closeUnmailedPlaces(
  memberId: string,
  { tenant, writes, now }: OperationContext,
): Promise<number> {
  await writes.flush()
  const closed = await tenant.db
    .update(customerKey)
    .set({ retiredAt: now })
    .where(
      and(
        eq(customerKey.businessId, tenant.businessId),
        eq(customerKey.memberId, memberId),
        isNull(customerKey.retiredAt),
        sql`${customerKey.device} is distinct from ${mailedLink}`,
      ),
    )
    .returning({ digest: customerKey.digest })
  return closed.length
}

function writeCustomer(payload: SignUp, held: boolean, points: number, context: OperationContext) {
  const { tenant, by, writes } = context
  writes.append(customer, {
    businessId: tenant.businessId,
    id: payload.memberId,
    firstName: payload.firstName,
    lastName: payload.lastName,
    email: payload.email,
    emailKey: emailKey(payload.email),
    mailboxKey: mailboxKey(payload.email),
    phone: payload.phone || null,
    birthday: payload.birthday ?? null,
    marketingEmail: payload.marketingEmailConsent,
    marketingSms: payload.marketingSmsConsent,
    pushNotifications: payload.pushNotificationConsent,
    welcome: held ? 'held' : 'given',
    points,
    joinedByQrCodeId: payload.qrCodeId ?? null,
    joinedFrom: by.asker === 'visitor' ? by.origin.network : null,
    createdAt: context.now,
    version: context.version,
  })
}

function writeConsents(payload: SignUp, context: OperationContext) {
  const granted = {
    terms: payload.termsAccepted,
    privacy: payload.privacyPolicyAccepted,
    email: payload.marketingEmailConsent,
    sms: payload.marketingSmsConsent,
    push: payload.pushNotificationConsent,
  }
  for (const channel of ['terms', 'privacy', 'email', 'sms', 'push'] as const) {
    context.writes.append(consentRecord, {
      businessId: context.tenant.businessId,
      id: newId(),
      memberId: payload.memberId,
      channel,
      granted: granted[channel],
      textVersion: consentTextVersion,
      screen: context.by.asker === 'visitor' ? 'customer-signup' : 'counter',
      recordedAt: context.now,
    })
  }
}
