/**
 * Queued mails of campaigns and of imports' cards. We hold those of a paused one, or of a business that may not run any
 * right now: they stay queued and are sent once it resumes. The queue stores no such state; each
 * run looks at the campaign's current state.
 */
import { and, count, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { mayCampaign, mayMailCards } from '#schema/contract/campaign.ts'
import { business } from '#schema/database/business.ts'
import { campaign } from '#schema/database/campaign.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { importRun } from '#schema/database/member-import.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface QueuedOffers {
  /** The business's id. */
  senderId: string
  campaignId: string
  count: number
  isHeld: boolean
  /** The campaign was removed, so its mails must never be sent. */
  isOver: boolean
}

/** Spans all businesses; the total is bounded because each may queue only so many ahead. */
export async function countQueuedOffers(db: Transaction, now: Date): Promise<QueuedOffers[]> {
  const queued = await db
    .select({
      senderId: emailQueue.senderId,
      campaignId: emailQueue.campaignId,
      count: count(),
    })
    .from(emailQueue)
    .where(
      and(
        isNotNull(emailQueue.campaignId),
        isNull(emailQueue.sentAt),
        lt(emailQueue.attempts, serverLimits.emailAttempts),
      ),
    )
    .groupBy(emailQueue.senderId, emailQueue.campaignId)
  if (queued.length === 0) return []
  const running = await findRunning(
    db,
    queued.map(({ senderId }) => senderId ?? ''),
    now,
  )
  return queued.flatMap(({ senderId, campaignId, count }) => {
    if (senderId === null || campaignId === null) return []
    const state = running.get(keyOf(senderId, campaignId))
    const isOver = state === undefined
    return [{ senderId, campaignId, count, isOver, isHeld: !state?.isRunning }]
  })
}

/** All campaigns of these businesses that weren't removed, and imports whose cards are mailed. */
async function findRunning(db: Transaction, businessIds: string[], now: Date) {
  const standing = {
    status: business.status,
    plan: business.plan,
    trialEndsAt: business.trialEndsAt,
    features: business.features,
    postalAddress: business.postalAddress,
  }
  const campaigns = await db
    .select({
      businessId: campaign.businessId,
      id: campaign.id,
      isActive: campaign.isActive,
      ...standing,
    })
    .from(campaign)
    .innerJoin(business, eq(business.id, campaign.businessId))
    .where(and(inArray(campaign.businessId, businessIds), isNull(campaign.retiredAt)))
  const imports = await db
    .select({
      businessId: importRun.businessId,
      id: importRun.id,
      cardsState: importRun.cardsState,
      ...standing,
    })
    .from(importRun)
    .innerJoin(business, eq(business.id, importRun.businessId))
    .where(
      and(
        inArray(importRun.businessId, businessIds),
        isNotNull(importRun.cardsState),
        eq(importRun.state, 'finished'),
      ),
    )
  return new Map([
    ...campaigns.map(
      ({ businessId, id, isActive, ...of }): Running => [
        keyOf(businessId, id),
        { isRunning: isActive && mayCampaign(of, now) },
      ],
    ),
    ...imports.map(
      ({ businessId, id, cardsState, ...of }): Running => [
        keyOf(businessId, id),
        { isRunning: cardsState !== 'paused' && mayMailCards(of, now) },
      ],
    ),
  ])
}

type Running = [key: string, state: { isRunning: boolean }]

function keyOf(businessId: string, campaignId: string): string {
  return `${businessId} ${campaignId}`
}
