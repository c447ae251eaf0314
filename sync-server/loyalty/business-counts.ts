/** The dashboard's figures, counted in the database, so they don't depend on any page of a list. */
import { and, eq, sql } from 'drizzle-orm'
import type { CallAnswer } from '#schema/contract/api.ts'
import type { BusinessCounts } from '#schema/contract/business.ts'
import { customer } from '#schema/database/customer.ts'
import { qrCode, scanUnfolded } from '#schema/database/qr-code.ts'
import { reward } from '#schema/database/reward.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { requireBusiness, toBusiness } from './business.ts'
import { isListed } from './member.ts'

export async function readBusiness(
  _: unknown,
  rule: TenantRule,
): Promise<CallAnswer<'business.get'>> {
  const row = await requireBusiness(rule)
  return { ...toBusiness(row, rule.now), counts: await countInBusiness(rule) }
}

async function countInBusiness({ db, businessId }: TenantRule): Promise<BusinessCounts> {
  const [customers, [codes], unfolded, activeRewards] = await Promise.all([
    db.$count(customer, and(eq(customer.businessId, businessId), isListed)),
    db
      .select({
        count: sql<number>`count(*)::int`,
        scans: sql<number>`coalesce(sum(${qrCode.scanCount}), 0)::int`,
      })
      .from(qrCode)
      .where(eq(qrCode.businessId, businessId)),
    db.$count(scanUnfolded, eq(scanUnfolded.businessId, businessId)),
    db.$count(reward, and(eq(reward.businessId, businessId), eq(reward.isActive, true))),
  ])
  if (!codes) throw new Error('The QR codes were not counted')
  return { customers, qrCodes: codes.count, scans: codes.scans + unfolded, activeRewards }
}
