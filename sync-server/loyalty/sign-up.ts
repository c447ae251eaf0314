/**
 * `customer.signUp`: a customer joins, with her welcome. Asked by staff through the push or by a
 * visitor through the documented call; the rules of "already a member" and of held welcomes are
 * docs/product.md.
 */
import { sql } from 'drizzle-orm'
import type { SignUpByStaff } from '#schema/contract/customer.ts'
import { consentRecord, customer, customerKey, memberAlias } from '#schema/database/customer.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { emailKey, mailboxKey } from '#sync-server/rule/email-key.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { issueCoupon } from './coupon.ts'
import { mailMemberPage } from './member-page-mail.ts'
import { openBalance } from './points-ledger.ts'

/** What only a visitor's sign-up brings along. */
interface VisitorPart {
  /** The key made on her own phone. */
  key?: string
  qrCodeId?: string
  device?: string
}
export type SignUp = SignUpByStaff & VisitorPart

/** The wording that was agreed to; a changed text is a new version (docs/trust.md 17). */
const consentTextVersion = '2026-11'

export const signUpCustomer: Executor<'customer.signUp'> = async (payload: SignUp, context) => {
  const { tenant, by, business } = context
  const known = await findKnown(payload, context)
  if (known.memberId) return meetMember(payload, known.memberId, known.idLeadsTo, context)
  if (known.idLeadsTo) refuse('id_taken')

  const key = payload.key ?? newKey()
  const route = { key, businessId: tenant.businessId, memberId: payload.memberId }
  const row = { ...route, device: payload.device ?? null, createdAt: context.now }
  if (payload.key) {
    const routed = await tenant.db
      .insert(customerKey)
      .values(row)
      .onConflictDoNothing()
      .returning({ key: customerKey.key })
    if (routed.length === 0) refuse('id_taken')
  } else {
    context.writes.append(customerKey, row)
  }

  // Held for the owner's decision when this mailbox had a welcome already, or when this network is
  // over the business's daily limit; what staff push is exempt from the latter.
  const overLimit = known.fromNetwork >= business.welcomesPerNetworkPerDay
  const held = known.mailboxWelcomed || (by.asker === 'visitor' && overLimit)
  const welcome = held ? noWelcome : giveWelcome(payload.memberId, context)
  writeCustomer(payload, held, welcome.bonusPoints, context)
  writeConsents(payload, context)
  return { memberId: payload.memberId, ...welcome, ...(by.asker === 'visitor' && { key }) }
}

const noWelcome = { bonusPoints: 0, welcomeCoupon: null }
const dayMs = 86_400_000

interface Known {
  /** The member who has this e-mail already. */
  memberId: string | null
  /** Whose id the payload's is already, by their own row or by an alias. */
  idLeadsTo: string | null
  mailboxWelcomed: boolean
  /** Sign-ups of the last day from the visitor's network, counted up to the limit. */
  fromNetwork: number
}

/** All that speaks for or against a sign-up, in one statement: a crowd at the till waits on it. */
async function findKnown(payload: SignUp, context: OperationContext): Promise<Known> {
  const { tenant, by } = context
  const business = sql`${tenant.businessId}::uuid`
  const network = by.asker === 'visitor' ? by.origin.network : null
  const since = new Date(context.now.getTime() - dayMs).toISOString()
  const [row] = await tenant.db.execute<{ [Name in keyof Known]: Known[Name] }>(sql`
    select
      (select id from customer
        where business_id = ${business} and email_key = ${emailKey(payload.email)}) as "memberId",
      coalesce(
        (select member_id from member_alias
          where business_id = ${business} and alias_id = ${payload.memberId}::uuid),
        (select id from customer
          where business_id = ${business} and id = ${payload.memberId}::uuid)) as "idLeadsTo",
      exists (select 1 from customer
        where business_id = ${business} and mailbox_key = ${mailboxKey(payload.email)}
          and welcome in ('given', 'held')) as "mailboxWelcomed",
      (select count(*)::int from (select 1 from customer
        where business_id = ${business} and joined_from = ${network}::text
          and created_at > ${since}::timestamptz
        limit ${context.business.welcomesPerNetworkPerDay}::int) as recent) as "fromNetwork"`)
  return row ?? { memberId: null, idLeadsTo: null, mailboxWelcomed: false, fromNetwork: 0 }
}

/** Staff are led to the existing member; on a public device her page is mailed to her instead. */
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
    writes.send(
      tenant.db
        .insert(memberAlias)
        .values({
          businessId: tenant.businessId,
          aliasId: payload.memberId,
          memberId,
        })
        .onConflictDoNothing(),
    )
  }
  return { memberId, alreadyMember: true, ...noWelcome }
}

function writeCustomer(payload: SignUp, held: boolean, points: number, context: OperationContext) {
  const { tenant, by, writes } = context
  writes.send(
    tenant.db.insert(customer).values({
      businessId: tenant.businessId,
      id: payload.memberId,
      firstName: payload.firstName,
      lastName: payload.lastName,
      email: payload.email,
      emailKey: emailKey(payload.email),
      mailboxKey: mailboxKey(payload.email),
      phone: payload.phone || null,
      marketingEmail: payload.marketingEmailConsent,
      marketingSms: payload.marketingSmsConsent,
      pushNotifications: payload.pushNotificationConsent,
      welcome: held ? 'held' : 'given',
      points,
      joinedByQrCodeId: payload.qrCodeId ?? null,
      joinedFrom: by.asker === 'visitor' ? by.origin.network : null,
      createdAt: context.now,
      version: context.version,
    }),
  )
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

function giveWelcome(memberId: string, context: OperationContext) {
  const { welcomePoints, welcomeDiscountPercent } = context.business
  if (welcomePoints > 0) {
    openBalance(context, {
      memberId,
      reason: 'welcome',
      points: welcomePoints,
      description: 'Welcome bonus',
      operationId: context.operationId,
    })
  }
  const welcomeCoupon =
    welcomeDiscountPercent > 0
      ? issueCoupon(context, {
          id: newId(),
          memberId,
          source: 'welcome',
          rewardId: null,
          description: `Welcome: ${welcomeDiscountPercent}% off`,
          discountType: 'percentage',
          discountValue: welcomeDiscountPercent.toFixed(2),
        })
      : null
  return { bonusPoints: welcomePoints, welcomeCoupon }
}
