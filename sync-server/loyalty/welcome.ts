/**
 * A new member's welcome: points, a coupon, and a mail with the link to their card. Given at
 * sign-up, or when an owner releases a held one.
 */
import { and, eq } from 'drizzle-orm'
import { isLiterally } from '#schema/database/columns.ts'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { coupon } from '#schema/database/reward.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { idFrom, newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { toEmailBrand } from './business.ts'
import { issueCoupon, welcomeIdOf } from './coupon.ts'
import { requireMember } from './member.ts'
import { addPoints, type Movement, requireRoom } from './points-ledger.ts'
import { keepMailedKey } from './secrets.ts'

export interface Welcome {
  bonusPoints: number
  welcomeCoupon: string | null
}

/** @param addEntry writes the points to the ledger */
export function giveWelcome(
  { memberId, couponId }: { memberId: string; couponId: string },
  context: OperationContext,
  addEntry: (context: OperationContext, movement: Movement) => void,
): Welcome {
  const { welcomePoints, welcomeDiscountPercent } = context.business
  if (welcomePoints > 0) {
    addEntry(context, {
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
          id: couponId,
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

/**
 * Sends one mail per member with an email. Its link has its own key; key and mail commit in the same
 * transaction.
 */
export function mailWelcome(
  { memberId, email }: { memberId: string; email: string },
  context: OperationContext,
): void {
  if (email === '') return
  const { tenant, business, publicUrl, sealMail, writes, now, by } = context
  const { businessId } = tenant
  const key = newKey()
  keepMailedKey({ key, memberId }, context)
  writes.append(emailQueue, {
    recipient: email,
    kind: 'welcome',
    fields: sealMail({
      businessName: business.name,
      url: `${publicUrl}/customer/${key}`,
      points: String(business.welcomePoints),
      discountPercent: String(business.welcomeDiscountPercent),
      language: by.origin.language ?? 'en',
      ...toEmailBrand(business, publicUrl),
    }),
    subjectId: memberId,
    senderId: businessId,
    dedupeKey: idFrom('welcome', businessId, memberId),
    createdAt: now,
    dueAt: now,
  })
}

/** Releases or refuses a held welcome; it is worth what the program gives today. */
export const decideWelcome: Executor<'welcome.decide'> = async ({ memberId, release }, context) => {
  const { tenant, version } = context
  const member = await requireMember(tenant, memberId)
  if (member.welcome !== 'held') refuse('welcome_decided')
  if (release) requireRoom(member.points, context.business.welcomePoints)
  const decided = await tenant.db
    .update(customer)
    .set({ welcome: release ? 'given' : 'refused', version })
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        eq(customer.id, member.id),
        isLiterally(customer.welcome, 'held'),
      ),
    )
    .returning({ id: customer.id })
  if (decided.length === 0) refuse('welcome_decided')
  if (!release) return { memberId: member.id }
  const welcomed = { memberId: member.id, couponId: await unusedWelcomeId(member, context) }
  const { bonusPoints } = giveWelcome(welcomed, context, addPoints)
  mailWelcome({ memberId: member.id, email: member.email }, context)
  return { memberId: member.id, points: bonusPoints }
}

async function unusedWelcomeId(
  { id: memberId, emailKey }: typeof customer.$inferSelect,
  context: OperationContext,
): Promise<string> {
  const { db, businessId } = context.tenant
  const couponId = welcomeIdOf(emailKey, context)
  const taken = await db
    .select({ id: coupon.id })
    .from(coupon)
    .where(and(eq(coupon.businessId, businessId), eq(coupon.id, couponId)))
  return taken.length > 0 ? welcomeIdOf(memberId, context) : couponId
}
