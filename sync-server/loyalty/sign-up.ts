/**
 * `customer.signUp`: a customer joins and gets their welcome. Staff send it by push, visitors by
 * the documented call; "Joining and being a member" in docs/product.md has the rules for existing
 * members and held welcomes.
 */
import { and, eq, gte, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { SignUpByVisitor } from '#schema/contract/sign-up.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { consentRecord, customer, customerKey, memberAlias } from '#schema/database/customer.ts'
import { upkeep } from '#schema/database/upkeep.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { arrivedLate, type OperationContext } from '#sync-server/rule/context.ts'
import { contactKeys } from '#sync-server/rule/email-key.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { foldContact, phoneColumns } from './contact.ts'
import { findTakenFrom } from './emails/joined-address.ts'
import { mailMemberPage } from './emails/member-page-mail.ts'
import { keptIdOf } from './member.ts'
import { openBalance } from './points-ledger.ts'
import { toConsentRecords } from './privacy/consent.ts'
import { retireKeys } from './privacy/retire-keys.ts'
import { mailedLink } from './secrets.ts'
import { SignUpFacts } from './sign-up-facts.ts'
import { giveWelcome, mailWelcome } from './welcome.ts'

/** Staff omit the fields that only a visitor's phone sends. */
export type SignUp = SignUpByVisitor

export const signUpCustomer: Executor<'customer.signUp'> = async (payload: SignUp, context) => {
  const { by, business, readAhead } = context
  const isOfRun = readAhead instanceof SignUpFacts && readAhead.covers(payload)
  const facts = isOfRun ? readAhead : await SignUpFacts.read([{ payload, by }], context)
  const known = facts.known(payload, by)
  if (payload.email === '' && !business.signUpWithoutEmail) refuse('email_required')
  const mayUseCode = payload.qrCodeId === undefined || business.features.qrCodes
  if (!known.codeStands || !mayUseCode) refuse('code_invalid')
  if (known.memberId) {
    const answer = await meetMember(payload, known.memberId, known.idLeadsTo, context)
    facts.addAlias(payload.memberId, known.memberId)
    return answer
  }
  if (known.idLeadsTo) refuse('id_taken')
  // Customers whom staff sign up use the key that is mailed to them.
  const { keyDigest: digest, sealedKey } = payload
  if (by.asker === 'visitor' && digest) await routeKey(digest, payload, isOfRun, context)

  // Hold the welcome for the owner's decision if this mailbox or number already had one, or if this network
  // is over the business's daily limit or the business over its hourly one. Staff sign-ups are
  // exempt from those two limits.
  const overLimit =
    known.fromNetwork >= business.welcomesPerNetworkPerDay ||
    known.fromEverywhere >= business.welcomesPerHour
  const held =
    known.mailboxWelcomed || known.numberWelcomed || (by.asker === 'visitor' && overLimit)
  writeCustomer(payload, held, held ? 0 : business.welcomePoints, context)
  const welcome = held
    ? noWelcome
    : giveWelcome({ memberId: payload.memberId, couponId: known.welcomeId }, context, openBalance)
  // A held welcome is mailed on release, so an attacker over the limit can't make us mail
  // strangers.
  if (!held) mailWelcome(payload, context)
  writeConsents(payload, context)
  facts.addMember(payload, by, held)
  return {
    memberId: payload.memberId,
    ...welcome,
    ...(held && { welcomeHeld: true }),
    ...(sealedKey && { sealedKey }),
  }
}

/**
 * Keys are unique across all businesses, which only the database can check. A single sign-up checks
 * first. In a batch, a key that already exists or occurs twice fails the whole batch, and each
 * sign-up is then retried alone.
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

/**
 * Staff get the existing member; a visitor doesn't, and the member's page link is mailed to the
 * member.
 * @param ownId of the member with this address, who may be joined into another one
 */
async function meetMember(
  payload: SignUp,
  ownId: string,
  idLeadsTo: string | null,
  context: OperationContext,
) {
  const { tenant, by, writes } = context
  const memberId = await keptIdOf(tenant, ownId)
  if (by.asker === 'visitor') {
    await mailMemberPage(memberId, context)
    refuse('already_member')
  }
  // An id that belongs to another member must not become an alias: points would go to the wrong
  // person.
  if (idLeadsTo !== null && (await keptIdOf(tenant, idLeadsTo)) !== memberId) refuse('id_taken')
  if (idLeadsTo === null) {
    const { businessId } = tenant
    // Leads to the address's member again if the join is undone, also if they get it back first.
    const takenFrom = await findTakenFrom(payload.email, tenant)
    writes.append(memberAlias, {
      businessId,
      aliasId: payload.memberId,
      memberId: ownId,
      takenFrom,
    })
  }
  const placesClosed = await closeUnmailedPlaces(memberId, context)
  if (placesClosed > 0) await mailMemberPage(memberId, context)
  return {
    memberId,
    alreadyMember: true,
    ...(memberId !== ownId && { joinId: ownId }),
    ...noWelcome,
    ...(placesClosed > 0 && { placesClosed }),
  }
}

/**
 * Anyone may have typed the address that this person just gave in person, so we close cards that
 * weren't opened from a mail and mail the link again (docs/trust.md, "Whose card it is").
 */
async function closeUnmailedPlaces(
  memberId: string,
  { tenant, writes, version, now }: OperationContext,
): Promise<number> {
  await writes.flush()
  const which = sql`${customerKey.device} is distinct from ${mailedLink}`
  return retireKeys({ memberId, which, screen: 'counter', version, now }, tenant)
}

function writeCustomer(payload: SignUp, held: boolean, points: number, context: OperationContext) {
  const { tenant, writes } = context
  writes.count({ members: 1 })
  writes.append(customer, {
    businessId: tenant.businessId,
    id: payload.memberId,
    firstName: payload.firstName,
    lastName: payload.lastName,
    email: payload.email,
    ...contactKeys(payload),
    ...phoneColumns(payload.phone || null, context.business),
    ...foldContact({ ...payload, phone: payload.phone || null }),
    birthday: payload.birthday ?? null,
    marketingEmail: payload.marketingEmailConsent,
    marketingSms: payload.marketingSmsConsent,
    pushNotifications: payload.pushNotificationConsent,
    welcome: held ? 'held' : 'given',
    points,
    joinedByQrCodeId: payload.qrCodeId ?? null,
    joinedFrom: joinedFromOf(context),
    createdAt: context.recordedAt,
    arrivedAt: arrivedLate(context),
    version: context.version,
  })
}

function writeConsents(payload: SignUp, { tenant, by, writes, now }: OperationContext) {
  const choices = {
    terms: payload.termsAccepted,
    privacy: payload.privacyPolicyAccepted,
    email: payload.marketingEmailConsent,
    sms: payload.marketingSmsConsent,
    push: payload.pushNotificationConsent,
  }
  const screen = by.asker === 'visitor' ? 'customer-signup' : 'counter'
  const choosing = { memberId: payload.memberId, screen, now }
  for (const row of toConsentRecords(choices, choosing, tenant.businessId)) {
    writes.append(consentRecord, row)
  }
}

/**
 * The network that a customer joined from is kept for rate limits, for at most 90 days: forgotten a
 * day early, because the next upkeep is a day later.
 */
const keptSince = (now: Date) =>
  new Date(now.getTime() - (serverLimits.networkKeptDays - 1) * dayMs)

/** Null for staff, and for a sign-up that arrives after its network would be forgotten. */
function joinedFromOf({ by, recordedAt, now }: OperationContext): string | null {
  return by.asker === 'visitor' && recordedAt >= keptSince(now) ? by.origin.network : null
}

/** Since its last upkeep, a day before it was due again. The platform reads no network. */
export function withOldNetworks(db: Transaction, now: Date) {
  const { businessId, createdAt } = customer
  const forgottenUntil = sql`${upkeep.dueAt} - make_interval(days => ${serverLimits.networkKeptDays})`
  return db
    .selectDistinct({ businessId })
    .from(upkeep)
    .innerJoin(customer, eq(businessId, upkeep.businessId))
    .where(
      and(lte(upkeep.dueAt, now), gte(createdAt, forgottenUntil), lt(createdAt, keptSince(now))),
    )
}

/** Devices never receive this column, so no version changes. */
export async function forgetOldNetworks(tenant: Tenant, now: Date): Promise<void> {
  await tenant.db
    .update(customer)
    .set({ joinedFrom: null })
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        isNotNull(customer.joinedFrom),
        lt(customer.createdAt, keptSince(now)),
      ),
    )
}
