/**
 * A member's wallet pass: the content of their card page, and the code that identifies them when
 * scanned.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { keptIdOf } from '#sync-server/loyalty/member.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'

export interface WalletCard {
  businessId: string
  businessName: string
  memberId: string
  memberName: string
  points: number
  primaryColor: string
  /** Only identifies the member at this business's counter; opens nothing else. */
  qrText: string
}

export async function readWalletCard(
  asked: { memberId: string; publicUrl: string },
  rule: TenantRule,
): Promise<WalletCard> {
  const { publicUrl } = asked
  const memberId = await keptIdOf(rule, asked.memberId)
  const business = await requireBusiness(rule)
  const [member] = await rule.db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, business.id),
        eq(customer.id, memberId),
        isNull(customer.erasedAt),
      ),
    )
  if (!member) refuse('not_found')
  return {
    businessId: business.id,
    businessName: business.name,
    memberId,
    memberName: `${member.firstName} ${member.lastName}`,
    points: member.points,
    primaryColor: business.primaryColor,
    qrText: `${publicUrl}/member/${memberId}`,
  }
}
