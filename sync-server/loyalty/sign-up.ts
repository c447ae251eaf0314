/**
 * `customer.signUp`: a customer joins, with her welcome. Asked by staff through the push or by a
 * visitor through the documented call; the rules of "already a member" and of held welcomes are
 * decisions.md §2.
 */
import { and, count, eq, gt, inArray, ne, or } from 'drizzle-orm'
import type { SignUpByStaff } from '#schema/contract/customer.ts'
import { consentRecord, customer, customerKey, memberAlias } from '#schema/database/customer.ts'
import { newId, newKey } from '#sync-server/id.ts'
import type { OperationContext } from '#sync-server/operation/context.ts'
import type { Executor } from '#sync-server/operation/executor.ts'
import { refuse } from '#sync-server/refuse.ts'
import { issueCoupon } from './coupon.ts'
import { emailKey, mailboxKey } from './email-key.ts'
import { mailMemberPage } from './member-page-mail.ts'
import { addPoints } from './points-ledger.ts'

/** What only a visitor's sign-up brings along. */
interface VisitorPart {
  /** The key made on her own phone. */
  key?: string
  qrCodeId?: string
  device?: string
}
export type SignUp = SignUpByStaff & VisitorPart

/** The wording that was agreed to; a changed text is a new version (trust-ux.md 17). */
const consentTextVersion = '2026-11'

export const signUpCustomer: Executor<'customer.signUp'> = async (payload: SignUp, context) => {
  const { tenant, by } = context
  const [same, welcome] = await Promise.all([
    findSame(payload, context),
    judgeWelcome(payload, context),
  ])
  const member = same.find((row) => row.emailKey === emailKey(payload.email))
  if (member) return meetMember(payload, member, context)
  if (same.length > 0) refuse('id_taken')

  const key = payload.key ?? newKey()
  const routed = await tenant.db
    .insert(customerKey)
    .values({
      key,
      businessId: tenant.businessId,
      memberId: payload.memberId,
      device: payload.device ?? null,
      createdAt: context.now,
    })
    .onConflictDoNothing()
    .returning({ key: customerKey.key })
  if (routed.length === 0) refuse('id_taken')

  writeCustomer(payload, welcome, context)
  writeConsents(payload, context)
  const given = welcome === 'given' ? giveWelcome(payload.memberId, context) : noWelcome
  return { memberId: payload.memberId, ...given, ...(by.asker === 'visitor' && { key }) }
}

const noWelcome = { bonusPoints: 0, welcomeCoupon: null }

async function findSame(payload: SignUp, { tenant }: OperationContext) {
  const members = tenant.db
    .select({ id: customer.id, emailKey: customer.emailKey })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        or(eq(customer.id, payload.memberId), eq(customer.emailKey, emailKey(payload.email))),
      ),
    )
  const aliases = tenant.db
    .select({ id: memberAlias.memberId })
    .from(memberAlias)
    .where(
      and(eq(memberAlias.businessId, tenant.businessId), eq(memberAlias.aliasId, payload.memberId)),
    )
  const [found, aliased] = await Promise.all([members, aliases])
  return [...found, ...aliased.map(({ id }) => ({ id, emailKey: null }))]
}

/**
 * Held for the owner's decision when this mailbox had a welcome already, or when this network is
 * over the business's daily limit; what staff push is exempt from the latter.
 */
async function judgeWelcome(
  payload: SignUp,
  { tenant, by, business, now }: OperationContext,
): Promise<'given' | 'held'> {
  const ofMailbox = tenant.db
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        eq(customer.mailboxKey, mailboxKey(payload.email)),
        inArray(customer.welcome, ['given', 'held']),
        ne(customer.id, payload.memberId),
      ),
    )
    .limit(1)
  if (by.asker !== 'visitor') return (await ofMailbox).length > 0 ? 'held' : 'given'

  const ofNetwork = tenant.db
    .select({ signUps: count() })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        eq(customer.joinedFrom, by.origin.network),
        gt(customer.createdAt, new Date(now.getTime() - 86_400_000)),
      ),
    )
  const [mailbox, network] = await Promise.all([ofMailbox, ofNetwork])
  const overLimit = (network[0]?.signUps ?? 0) >= business.welcomesPerNetworkPerDay
  return mailbox.length > 0 || overLimit ? 'held' : 'given'
}

/** Staff are led to the existing member; on a public device her page is mailed to her instead. */
function meetMember(payload: SignUp, member: { id: string }, context: OperationContext) {
  const { tenant, by, writes } = context
  if (by.asker === 'visitor') {
    mailMemberPage(member.id, payload, context)
    refuse('already_member')
  }
  if (member.id !== payload.memberId) {
    writes.send(
      tenant.db
        .insert(memberAlias)
        .values({
          businessId: tenant.businessId,
          aliasId: payload.memberId,
          memberId: member.id,
        })
        .onConflictDoNothing(),
    )
  }
  return { memberId: member.id, alreadyMember: true, ...noWelcome }
}

function writeCustomer(payload: SignUp, welcome: 'given' | 'held', context: OperationContext) {
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
      welcome,
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
    addPoints(context, {
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
