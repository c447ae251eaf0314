/**
 * An owner's campaigns: creating and changing them, and listing them with their results. A change
 * names the revision that its editor saw, as with rewards.
 */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Campaign, CampaignChanges, ListedCampaign } from '#schema/contract/campaign.ts'
import { fromCents } from '#schema/contract/money.ts'
import { campaign } from '#schema/database/campaign.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export type CampaignRow = typeof campaign.$inferSelect

export const createCampaign: Executor<'campaign.create'> = async (payload, context) => {
  const { campaignId, ...terms } = payload
  const [row] = await context.tenant.db
    .insert(campaign)
    .values({
      ...terms,
      businessId: context.tenant.businessId,
      id: campaignId,
      language: context.by.origin.language ?? 'en',
      revision: context.operationId,
      createdAt: context.now,
      nextRoundAt: context.now,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) refuse('id_taken')
  return { campaign: toCampaign(row) }
}

export const changeCampaign: Executor<'campaign.change'> = async (payload, context) => {
  const { tenant, now, operationId } = context
  const known = await findCampaign(tenant, payload.campaignId)
  if (!known) throw new Missing(payload.campaignId, 'campaign_unavailable')
  if (known.retiredAt) refuse('campaign_unavailable')
  // Recipients saw its terms at the time; other terms need another campaign.
  if (known.finishedAt && !payload.changes.retired) refuse('campaign_finished')
  const [row] = await tenant.db
    .update(campaign)
    .set({ ...columnsOf(payload.changes, now), revision: operationId })
    .where(
      and(
        eq(campaign.businessId, tenant.businessId),
        eq(campaign.id, payload.campaignId),
        eq(campaign.revision, payload.revision),
        isNull(campaign.retiredAt),
      ),
    )
    .returning()
  if (!row) refuse('campaign_changed_meanwhile')
  return { campaign: toCampaign(row) }
}

/** A new audience is searched from the start; members already reached are not reached again. */
function columnsOf({ retired, ...changes }: CampaignChanges, now: Date) {
  return {
    ...changes,
    ...(changes.audience && { position: null, audienceCount: null, nextRoundAt: now }),
    ...(changes.isActive && { nextRoundAt: now }),
    ...(retired && { retiredAt: now, isActive: false }),
  }
}

export async function findCampaign(
  { db, businessId }: Tenant,
  id: string,
): Promise<CampaignRow | undefined> {
  const [row] = await db
    .select()
    .from(campaign)
    .where(and(eq(campaign.businessId, businessId), eq(campaign.id, id)))
  return row
}

/** Sign-up asks for a birthday only if this is true. */
export async function hasBirthdayCampaign({ db, businessId }: Tenant): Promise<boolean> {
  const rows = await db
    .select({ id: campaign.id })
    .from(campaign)
    .where(
      and(
        eq(campaign.businessId, businessId),
        eq(campaign.isActive, true),
        isNull(campaign.retiredAt),
        sql`${campaign.audience} ->> 'kind' = 'birthday'`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Newest first. */
export async function listCampaigns(
  _: unknown,
  rule: TenantRule,
): Promise<{ campaigns: ListedCampaign[] }> {
  const { db, businessId } = rule
  const rows = await db
    .select()
    .from(campaign)
    .where(and(eq(campaign.businessId, businessId), isNull(campaign.retiredAt)))
    .orderBy(desc(campaign.createdAt), desc(campaign.id))
    .limit(serverLimits.campaignsShown)
  const results = await readResults(rule)
  return {
    campaigns: rows.map((row) => ({
      ...toCampaign(row),
      audienceCount: row.audienceCount,
      ...(results.get(row.id) ?? nothingYet),
    })),
  }
}

const nothingYet = { given: 0, sent: 0, opened: 0, redeemed: 0, revenue: '0.00' }
type Results = typeof nothingYet

/** Counts a purchase once per campaign, however many coupons were used around it. */
async function readResults({ db, businessId }: Tenant): Promise<Map<string, Results>> {
  const b = sql`${businessId}::uuid`
  const near = sql.raw(`interval '${serverLimits.campaignRevenueHours} hours'`)
  const rows = await db.execute<
    Omit<Results, 'revenue'> & { campaignId: string; revenueCents: string | null }
  >(sql`
    with reached as (
      select r.campaign_id, r.member_id, r.mailed_at, r.opened_at, k.used_at
      from campaign_recipient r
      left join coupon k on k.business_id = r.business_id and k.id = r.coupon_id
      where r.business_id = ${b}
    ), bought as (
      select distinct u.campaign_id, p.id, p.amount_cents - p.reversed_cents as cents
      from reached u join purchase p on p.business_id = ${b} and p.member_id = u.member_id
        and p.recorded_at between u.used_at - ${near} and u.used_at + ${near}
      where u.used_at is not null
    )
    select campaign_id as "campaignId", count(*)::int as given, count(mailed_at)::int as sent,
      count(opened_at)::int as opened, count(used_at)::int as redeemed,
      (select sum(cents)::text from bought b where b.campaign_id = reached.campaign_id)
        as "revenueCents"
    from reached group by campaign_id`)
  return new Map(
    [...rows].map(({ campaignId, revenueCents, ...counts }) => [
      campaignId,
      { ...counts, revenue: fromCents(Number(revenueCents ?? 0)) },
    ]),
  )
}

function toCampaign(row: CampaignRow): Campaign {
  return {
    id: row.id,
    name: row.name,
    audience: row.audience,
    subject: row.subject,
    message: row.message,
    discountType: row.discountType,
    discountValue: row.discountValue,
    couponDays: row.couponDays,
    isActive: row.isActive,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
  }
}
