/**
 * One step of a campaign: issues coupons and queues mails for the next members of its audience and
 * advances the campaign's position, in one transaction. A crash leaves nothing half-done; the next
 * step continues at the position, and the recipients' key prevents reaching a member twice.
 */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { couponTerm } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { discountText } from '#schema/contract/discount.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { campaign, campaignRecipient } from '#schema/database/campaign.ts'
import { customer, customerKey } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { toEmailBrand } from '#sync-server/loyalty/business.ts'
import { couponIdFrom, issueCoupon } from '#sync-server/loyalty/coupon.ts'
import { keepMailedKey, mailedLink, openKey } from '#sync-server/loyalty/secrets.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { newKey } from '#sync-server/rule/id.ts'
import type { Secrets } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { CampaignRow } from './campaign.ts'
import { countAudience, describeAudience, isMailable, isReachable } from './campaign-audience.ts'
import { isUnreached } from './campaign-reached.ts'
import { signUnsubscribe } from './unsubscribe.ts'

interface Next {
  id: string
  email: string
  entry: string
}

type BatchContext = Pick<
  OperationContext,
  | 'tenant'
  | 'business'
  | 'now'
  | 'recordedAt'
  | 'version'
  | 'writes'
  | 'publicUrl'
  | 'sealMail'
  | 'sealKey'
  | 'couponKey'
  | 'issued'
>

/**
 * The next members after the position who agreed to marketing mails and weren't reached for this
 * entry.
 */
export function findNext({ db, businessId }: Tenant, row: CampaignRow, now: Date): Promise<Next[]> {
  const { who, entry } = describeAudience(row.audience, businessId, now)
  return db
    .select({ id: customer.id, email: customer.email, entry: sql<string>`${entry}` })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        isReachable(businessId),
        isMailable(),
        row.position ? gt(customer.id, row.position) : undefined,
        who,
        isUnreached(db, row, entry, now),
      ),
    )
    .orderBy(asc(customer.id))
    .limit(serverLimits.campaignBatch)
}

/** Counts a segment once, so that the screen can show progress. */
export async function countSegment(tenant: Tenant, row: CampaignRow, now: Date): Promise<void> {
  if (row.audience.kind !== 'segment' || row.audienceCount !== null) return
  const [counted] = await countAudience(tenant, row.audience, now)
  await setCampaign(tenant, row, { audienceCount: counted?.mailed ?? 0 })
}

/**
 * The audience has been covered: a segment is finished; other audiences start another round later.
 */
export async function endRound(tenant: Tenant, row: CampaignRow, now: Date): Promise<void> {
  const nextRoundAt = new Date(now.getTime() + serverLimits.campaignRoundMinutes * minuteMs)
  const isDone = row.audience.kind === 'segment'
  await setCampaign(tenant, row, {
    position: null,
    nextRoundAt,
    ...(isDone && { finishedAt: now }),
  })
}

export async function reachNext(
  row: CampaignRow,
  context: BatchContext,
  secrets: Secrets,
): Promise<void> {
  const { tenant, now } = context
  const { businessId, db } = tenant
  const next = await findNext(tenant, row, now)
  const position = next.at(-1)?.id
  if (!position) return
  const reached = await db
    .insert(campaignRecipient)
    .values(
      next.map(({ id, entry }) => ({
        businessId,
        campaignId: row.id,
        memberId: id,
        entry,
        // The same id if a restored server repeats this round.
        couponId: couponIdFrom(['campaign', row.id, id, entry], context),
        issuedAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ memberId: campaignRecipient.memberId, couponId: campaignRecipient.couponId })
  const emails = new Map(next.map(({ id, email }) => [id, email]))
  const keys = await mailedKeys(
    tenant,
    reached.map(({ memberId }) => memberId),
    secrets,
  )
  for (const { memberId, couponId } of reached) {
    issueCoupon(context, {
      id: couponId,
      memberId,
      source: 'campaign',
      rewardId: null,
      description: `${row.name}: ${discountText(row)} off`,
      discountType: row.discountType,
      discountValue: row.discountValue,
      days: row.couponDays,
    })
    const known = keys.get(memberId)
    const key = known ?? newKey()
    if (!known) keepMailedKey({ key, memberId }, context)
    const recipient = emails.get(memberId) ?? ''
    await queueOffer({ row, memberId, couponId, key, recipient }, context, secrets)
  }
  await setCampaign(tenant, row, { position })
}

interface Offer {
  row: CampaignRow
  memberId: string
  couponId: string
  key: string
  recipient: string
}

async function queueOffer(
  { row, memberId, couponId, key, recipient }: Offer,
  context: BatchContext,
  secrets: Secrets,
): Promise<void> {
  const { tenant, business, publicUrl, sealMail, writes, now } = context
  const { businessId } = tenant
  const token = await signUnsubscribe({ businessId, memberId, email: recipient }, now, secrets)
  const { expiresAt, expiresOn } = couponTerm(now, row.couponDays, timeZoneOf(business))
  writes.append(emailQueue, {
    recipient,
    kind: 'offer',
    fields: sealMail({
      businessName: business.name,
      subject: row.subject,
      message: row.message,
      language: row.language,
      discount: discountText(row),
      expiresAt: expiresAt.toISOString(),
      expiresOn,
      url: `${publicUrl}/customer/${key}?offer=${couponId}`,
      unsubscribeUrl: `${publicUrl}/unsubscribe/${token}`,
      // Tell the sender which coupon's mail went out.
      businessId,
      couponId,
      postalAddress: business.postalAddress ?? '',
      ...toEmailBrand(business, publicUrl),
    }),
    subjectId: memberId,
    dedupeKey: couponId,
    isBulk: true,
    senderId: businessId,
    campaignId: row.id,
    createdAt: now,
    dueAt: now,
  })
}

/** Reuses the link that was mailed to a member before. */
async function mailedKeys({ db, businessId }: Tenant, memberIds: string[], secrets: Secrets) {
  if (memberIds.length === 0) return new Map<string, string>()
  const rows = await db
    .select({ sealed: customerKey.sealed, memberId: customerKey.memberId })
    .from(customerKey)
    .where(
      and(
        eq(customerKey.businessId, businessId),
        inArray(customerKey.memberId, memberIds),
        eq(customerKey.device, mailedLink),
        isNull(customerKey.retiredAt),
      ),
    )
  return new Map(
    rows.flatMap(({ sealed, memberId }) => {
      const key = sealed === null ? null : openKey(sealed, secrets)
      return key === null ? [] : [[memberId, key]]
    }),
  )
}

/**
 * Skips the update if the owner changed the campaign in the meantime, since the columns were
 * derived from its earlier terms.
 */
async function setCampaign(
  { db, businessId }: Tenant,
  { id, revision }: CampaignRow,
  columns: Partial<typeof campaign.$inferInsert>,
): Promise<void> {
  await db
    .update(campaign)
    .set(columns)
    .where(
      and(
        eq(campaign.businessId, businessId),
        eq(campaign.id, id),
        eq(campaign.revision, revision),
      ),
    )
}
