/**
 * Moves the campaigns of all businesses on: a small step of one, then of the next, each through its
 * business's write queue, so that no sale waits for fifty thousand mails. The mails themselves share
 * one queue: those of other businesses' campaigns wait behind them (docs/trust.md, known gaps).
 */
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { isReadOnly } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import { campaign } from '#schema/database/campaign.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { describeFault } from '#sync-server/database/fault.ts'
import { type BusinessRow, requireBusiness } from '#sync-server/loyalty/business.ts'
import { findCampaign } from '#sync-server/loyalty/campaign.ts'
import { countSegment, endRound, findNext, reachNext } from '#sync-server/loyalty/campaign-batch.ts'
import type { Server } from '#sync-server/server.ts'
import { writeWithin } from './write.ts'
import { writeAlone } from './write-queue.ts'

interface Due {
  businessId: string
  id: string
}

/** Bounded: what is left is gone on with in the next round of the jobs. */
export async function runCampaigns(server: Server): Promise<void> {
  let due = await findDue(server)
  for (let step = 0; step < limits.campaignBatchesAtOnce && due.length > 0; step += 1) {
    const left: Due[] = []
    for (const each of due) {
      if (await runStep(server, each)) left.push(each)
    }
    due = left
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
async function runStep(server: Server, due: Due): Promise<boolean> {
  try {
    const hasNext = await server.doors.tenant(due.businessId, (tenant) =>
      look(tenant, due.id, server.clock.now()),
    )
    if (hasNext) await reach(server, due)
    return hasNext
  } catch (error) {
    server.log('campaign.failed', { ...due, reason: describeFault(error) })
    return false
  }
}

/** Without a version of the business: a round that reaches nobody is no news to its devices. */
async function look(tenant: Tenant, id: string, now: Date): Promise<boolean> {
  const row = await findCampaign(tenant, id)
  if (!isDue(row) || !mayRun(await requireBusiness(tenant), now)) return false
  await countSegment(tenant, row, now)
  const hasNext = (await findNext(tenant, row, now)).length > 0
  if (!hasNext) await endRound(tenant, row, now)
  return hasNext
}

function reach(server: Server, { businessId, id }: Due): Promise<void> {
  const origin = { network: '', userAgent: '' }
  const by = { asker: 'business_admin', accountId: null, origin } as const
  return writeAlone(server.writeQueue, businessId, () =>
    writeWithin(server, { businessId, by }, async (context) => {
      // Paused or changed while this waited for its turn: as it is now.
      const row = await findCampaign(context.tenant, id)
      const mayReach = mayRun(context.business, context.now)
      if (isDue(row) && mayReach) await reachNext(row, context, server.config)
    }),
  )
}

function mayRun(business: BusinessRow, now: Date): boolean {
  return !isReadOnly(business, now) && business.features.loyalty
}

function isDue(row: Awaited<ReturnType<typeof findCampaign>>): row is NonNullable<typeof row> {
  return row?.isActive === true && !row.finishedAt && !row.retiredAt
}
