/**
 * Moves the campaigns of all businesses on: a small step of one, then of the next, each through its
 * business's write queue, so that no sale waits for fifty thousand mails. No business queues far
 * ahead of the mails that leave, so that no other's wait behind fifty thousand either.
 */
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { mayCampaign } from '#schema/contract/campaign.ts'
import { campaign } from '#schema/database/campaign.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { describeFault } from '#sync-server/database/fault.ts'
import { countQueuedOffers } from '#sync-server/email/queued-offers.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { findCampaign } from '#sync-server/loyalty/campaign.ts'
import { countSegment, endRound, findNext, reachNext } from '#sync-server/loyalty/campaign-batch.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { writeWithin } from './write.ts'
import { writeAlone } from './write-queue.ts'

interface Due {
  businessId: string
  id: string
}

/** Bounded: what is left is gone on with in the next round of the jobs. */
export async function runCampaigns(server: Server): Promise<void> {
  let due = await findDue(server)
  if (due.length === 0) return
  const queue = await readQueue(server)
  for (let step = 0; step < serverLimits.campaignBatchesAtOnce && due.length > 0; step += 1) {
    const left: Due[] = []
    for (const each of due) {
      if (queue.hasRoom(each) && (await runStep(server, each, queue))) left.push(each)
    }
    due = left
  }
}

/** Of campaigns' mails: those that waited when the round began, and those that it adds. */
interface Queue {
  hasRoom(due: Due): boolean
  holdsMailsOf(due: Due): boolean
  add(due: Due): void
}

async function readQueue({ config, doors, clock }: Server): Promise<Queue> {
  // Where mails are kept for a developer to read, none leaves and nothing waits for it.
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

function findDue({ doors, clock }: Server): Promise<Due[]> {
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

/** @returns whether there is more to do; one that fails is tried again in the next round */
async function runStep(server: Server, due: Due, queue: Queue): Promise<boolean> {
  try {
    const hasNext = await server.doors.tenant(due.businessId, (tenant) =>
      look(tenant, due.id, { now: server.clock.now(), isMailing: queue.holdsMailsOf(due) }),
    )
    if (!hasNext) return false
    await reach(server, due)
    queue.add(due)
    return true
  } catch (error) {
    server.log('campaign.failed', { ...due, reason: describeFault(error) })
    return false
  }
}

/** Without a version of the business: a round that reaches nobody is no news to its devices. */
async function look(
  tenant: Tenant,
  id: string,
  { now, isMailing }: { now: Date; isMailing: boolean },
): Promise<boolean> {
  const row = await findCampaign(tenant, id)
  if (!isDue(row) || !mayCampaign(await requireBusiness(tenant), now)) return false
  await countSegment(tenant, row, now)
  const hasNext = (await findNext(tenant, row, now)).length > 0
  // A segment can be paused until its last mail has left.
  const isMailingStill = row.audience.kind === 'segment' && isMailing
  if (!hasNext && !isMailingStill) await endRound(tenant, row, now)
  return hasNext
}

function reach(server: Server, { businessId, id }: Due): Promise<void> {
  const origin = { network: '', userAgent: '' }
  const by = { asker: 'business_admin', accountId: null, origin } as const
  return writeAlone(server.writeQueue, businessId, () =>
    writeWithin(server, { businessId, by }, async (context) => {
      // Paused or changed while this waited for its turn: as it is now.
      const row = await findCampaign(context.tenant, id)
      const mayReach = mayCampaign(context.business, context.now)
      if (isDue(row) && mayReach) await reachNext(row, context, server.config)
    }),
  )
}

function isDue(row: Awaited<ReturnType<typeof findCampaign>>): row is NonNullable<typeof row> {
  return row?.isActive === true && !row.finishedAt && !row.retiredAt
}
