/**
 * The platform's figures, and how the last 30 days compare with the 30 before
 * (docs/specification.md, "Trend badges").
 */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { PlatformStats } from '#schema/contract/platform.ts'
import { business } from '#schema/database/business.ts'
import { customer, sampleMember } from '#schema/database/customer.ts'
import { scan } from '#schema/database/qr-code.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Rule } from '#sync-server/rule/rule.ts'

const windowDays = 30
const dayMs = 86_400_000

/** Counts over all businesses read-only, without locks (docs/scale.md 9). */
export async function readStats(_: unknown, { db, now }: Rule): Promise<PlatformStats> {
  const tenants = await countIn(db, { table: business, at: business.createdAt }, now)
  const active = await countIn(
    db,
    { table: business, at: business.createdAt, condition: sql`status <> 'suspended'` },
    now,
  )
  const customers = await countIn(
    db,
    {
      table: customer,
      at: customer.createdAt,
      condition: sql`erased_at is null and joined_into is null and ${isReal(customer.businessId, customer.id)}`,
    },
    now,
  )
  const scans = await countIn(db, { table: scan, at: scan.recordedAt }, now)
  const redeemed = await countIn(
    db,
    {
      table: coupon,
      at: coupon.issuedAt,
      condition: sql`source = 'reward' and ${isReal(coupon.businessId, coupon.memberId)}`,
    },
    now,
  )
  return {
    totalTenants: active.all,
    totalCustomers: customers.all,
    totalScans: scans.lately,
    rewardsRedeemed: redeemed.all,
    trends: {
      totalTenants: trendOf(tenants),
      totalCustomers: trendOf(customers),
      totalScans: trendOf(scans),
      rewardsRedeemed: trendOf(redeemed),
    },
  }
}

/** Excludes the sample customers of businesses that try the product. */
const isReal = (businessId: PgColumn, memberId: PgColumn) =>
  sql`not exists (select from ${sampleMember}
    where ${sampleMember.businessId} = ${businessId} and ${sampleMember.memberId} = ${memberId})`

interface Counted {
  all: number
  lately: number
  before: number
}

async function countIn(
  db: Transaction,
  { table, at, condition = sql`true` }: { table: PgTable; at: PgColumn; condition?: SQL },
  now: Date,
): Promise<Counted> {
  const since = new Date(now.getTime() - windowDays * dayMs).toISOString()
  const earlier = new Date(now.getTime() - 2 * windowDays * dayMs).toISOString()
  const [row] = await db
    .select({
      all: sql<number>`count(*)::int`,
      lately: sql<number>`(count(*) filter (where ${at} > ${since}))::int`,
      before: sql<number>`(count(*) filter (where ${at} > ${earlier} and ${at} <= ${since}))::int`,
    })
    .from(table)
    .where(condition)
  return row ?? { all: 0, lately: 0, before: 0 }
}

function trendOf({ lately, before }: Counted): number | null {
  return before === 0 ? null : Math.round(((lately - before) / before) * 100)
}
