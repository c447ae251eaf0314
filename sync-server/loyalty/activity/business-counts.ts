/** The dashboard's figures, counted in the database, so they don't depend on any page of a list. */
import { and, eq, sql } from 'drizzle-orm'
import type { CallAnswer } from '#schema/contract/api.ts'
import type { BusinessCounts } from '#schema/contract/business.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import { customer, sampleMember } from '#schema/database/customer.ts'
import { qrCode, scanUnfolded } from '#schema/database/qr-code.ts'
import { reward } from '#schema/database/reward.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { requireBusiness, toBusiness } from '#sync-server/loyalty/business.ts'
import { isListed } from '#sync-server/loyalty/member.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'

export async function readBusiness(
  _: unknown,
  rule: TenantRule,
): Promise<CallAnswer<'business.get'>> {
  const row = await requireBusiness(rule)
  return { ...toBusiness(row, rule.now), counts: await countInBusiness(rule) }
}

/** The members whom it lists, and samples. */
export async function countCustomers({ db, businessId }: Tenant): Promise<number> {
  const [kept] = await db
    .select({ members: businessVersion.members, samples: business.sampleCustomers })
    .from(businessVersion)
    .innerJoin(business, eq(business.id, businessVersion.businessId))
    .where(and(eq(businessVersion.businessId, businessId), eq(business.id, businessId)))
  if (!kept) throw new Error('The business was not counted')
  return kept.members + (kept.samples === 0 ? 0 : await countSamples(businessId, db))
}

async function countInBusiness(rule: TenantRule): Promise<BusinessCounts> {
  const { db, businessId } = rule
  const [customers, [codes], unfolded, activeRewards] = await Promise.all([
    countCustomers(rule),
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

/** The directory of samples has a few dozen rows, and the customers may be many. */
function countSamples(businessId: string, db: Transaction): Promise<number> {
  const isListedSample = sql`exists (select from ${customer} where ${and(
    eq(customer.businessId, businessId),
    eq(customer.id, sampleMember.memberId),
    isListed,
  )})`
  return db.$count(sampleMember, and(eq(sampleMember.businessId, businessId), isListedSample))
}
