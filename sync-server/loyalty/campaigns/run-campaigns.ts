/**
 * Advances the campaigns of all businesses in small, alternating steps through each business's
 * write queue, so that no sale waits for fifty thousand mails. Limits how far each business queues
 * ahead, so that other businesses' mails don't wait either.
 */
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { mayCampaign } from '#schema/contract/campaign.ts'
import { campaign } from '#schema/database/campaign.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { countQueuedOffers } from '#sync-server/email/queued-offers.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import { writeAlone } from '#sync-server/engine/write.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { advanceInTurn, BusinessTurns } from '#sync-server/rule/business-turns.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { findCampaign } from './campaign.ts'
import { countSegment, endRound, findNext, reachNext } from './campaign-batch.ts'

export interface Due {
  businessId: string
  id: string
}

/** Bounded; the next round of the job continues. */
export async function runCampaigns(
  server: EngineParts,
  turns = new BusinessTurns('runCampaigns', 0),
): Promise<void> {
  const due = await findDue(server)
  if (due.length === 0) return
  const queue = await readQueue(server)
  await advanceInTurn(due, serverLimits.campaignBatchesAtOnce, (each) => {
    const whose = { businessId: each.businessId, campaignId: each.id }
    return queue.hasRoom(each)
      ? turns.take(server, whose, () => runStep(server, each, queue))
      : null
  })
}

/** Queued campaign mails: those present when the round began, plus those it adds. */
export interface Queue {
  hasRoom(due: Due): boolean
  holdsMailsOf(due: Due): boolean
  add(due: Due): void
}

export async function readQueue({ config, doors, clock }: EngineParts): Promise<Queue> {
  // Without SMTP, mails stay in the development mailbox and nothing has to wait for them.
  if (!config.smtpUrl) return { hasRoom: () => true, holdsMailsOf: () => false, add: () => {} }
  const offers = await doors.platform((db) => countQueuedOffers(db, clock.now()))
  const mailing = new Set(offers.map(({ campaignId: id, senderId }) => `${senderId} ${id}`))
  const ahead = new Map<string, number>()
  function count(businessId: string, mails: number) {
    ahead.set(businessId, (ahead.get(businessId) ?? 0) + mails)
  }
  for (const { senderId, count: mails, isHeld } of offers) if (!isHeld) count(senderId, mails)
  return {
    hasRoom: ({ businessId }) =>
      (ahead.get(businessId) ?? 0) + serverLimits.campaignBatch <= serverLimits.campaignMailsAhead,
    holdsMailsOf: ({ businessId, id }) => mailing.has(`${businessId} ${id}`),
    add({ businessId, id }) {
      count(businessId, serverLimits.campaignBatch)
      mailing.add(`${businessId} ${id}`)
    },
  }
}

function findDue({ doors, clock }: EngineParts): Promise<Due[]> {
  return doors.platform((db) =>
    db
      .select({ businessId: campaign.businessId, id: campaign.id })
      .from(campaign)
      .where(
        and(
          eq(campaign.isActive, true),
          isNull(campaign.finishedAt),
          isNull(campaign.retiredAt),
          lte(campaign.nextRoundAt, clock.now()),
        ),
      )
      .orderBy(asc(campaign.nextRoundAt), asc(campaign.id)),
  )
}

/** @returns whether there is more to do */
async function runStep(server: EngineParts, due: Due, queue: Queue): Promise<boolean> {
  const hasNext = await server.doors.tenant(due.businessId, (tenant) =>
    look(tenant, due.id, { now: server.clock.now(), isMailing: queue.holdsMailsOf(due) }),
  )
  if (!hasNext) return false
  await reach(server, due)
  queue.add(due)
  return true
}

/** Takes no version: a round that reaches no member changes nothing for the business's devices. */
async function look(
  tenant: Tenant,
  id: string,
  { now, isMailing }: { now: Date; isMailing: boolean },
): Promise<boolean> {
  const row = await findCampaign(tenant, id)
  if (!isDue(row) || !mayCampaign(await requireBusiness(tenant), now)) return false
  await countSegment(tenant, row, now)
  const hasNext = (await findNext(tenant, row, now)).length > 0
  // A segment stays pausable until its last mail has been sent.
  const isMailingStill = row.audience.kind === 'segment' && isMailing
  if (!hasNext && !isMailingStill) await endRound(tenant, row, now)
  return hasNext
}

function reach(server: EngineParts, { businessId, id }: Due): Promise<void> {
  return writeAlone(server, businessId, async (context) => {
    // Re-read: it may have been paused or changed while waiting in the queue.
    const row = await findCampaign(context.tenant, id)
    const mayReach = mayCampaign(context.business, context.now)
    if (isDue(row) && mayReach) await reachNext(row, context, server.config)
  })
}

function isDue(row: Awaited<ReturnType<typeof findCampaign>>): row is NonNullable<typeof row> {
  return row?.isActive === true && !row.finishedAt && !row.retiredAt
}
