/**
 * Mails the cards of imported members in small steps through each business's write queue, as
 * campaigns do, and shares with them how far a business may queue ahead.
 */
import { asc, eq } from 'drizzle-orm'
import { mayMailCards } from '#schema/contract/campaign.ts'
import { importRun } from '#schema/database/member-import.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import { writeAlone } from '#sync-server/engine/write.ts'
import { type BusinessRow, requireBusiness } from '#sync-server/loyalty/business.ts'
import { type Due, type Queue, readQueue } from '#sync-server/loyalty/campaigns/run-campaigns.ts'
import { advanceInTurn, BusinessTurns } from '#sync-server/rule/business-turns.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { endCards, hasNextCards, mailNextCards } from './imported-cards.ts'
import { findImport, type ImportRunRow } from './member-import.ts'

/** Bounded; the next round of the job continues. */
export async function runCards(
  server: EngineParts,
  turns = new BusinessTurns('runCards', 0),
): Promise<void> {
  const due = await findDue(server)
  if (due.length === 0) return
  const queue = await readQueue(server)
  await advanceInTurn(due, serverLimits.campaignBatchesAtOnce, (each) => {
    const { businessId } = each
    return queue.hasRoom(each)
      ? turns.take(server, { businessId }, () => runStep(server, each, queue))
      : null
  })
}

function findDue({ doors }: EngineParts): Promise<Due[]> {
  return doors.platform((db) =>
    db
      .select({ businessId: importRun.businessId, id: importRun.id })
      .from(importRun)
      .where(eq(importRun.cardsState, 'sending'))
      .orderBy(asc(importRun.id)),
  )
}

/** @returns whether there is more to do */
async function runStep(server: EngineParts, due: Due, queue: Queue): Promise<boolean> {
  const { businessId, id } = due
  const hasNext = await server.doors.tenant(businessId, (tenant) =>
    look(tenant, id, { now: server.clock.now(), isMailing: queue.holdsMailsOf(due) }),
  )
  if (!hasNext) return false
  await writeAlone(server, businessId, async (context) => {
    // Re-read: it may have been paused or undone while waiting in the queue.
    const run = await findImport(context.tenant, id)
    if (isSending(run, context.business, context.now)) await mailNextCards(run, context)
  })
  queue.add(due)
  return true
}

/** Takes no version: nothing changes for the business's devices. */
async function look(
  tenant: Tenant,
  id: string,
  { now, isMailing }: { now: Date; isMailing: boolean },
): Promise<boolean> {
  const run = await findImport(tenant, id)
  if (!isSending(run, await requireBusiness(tenant), now)) return false
  const hasNext = await hasNextCards(run, tenant)
  // Stays pausable until its last mail has been sent.
  if (!hasNext && !isMailing) await endCards(run, tenant)
  return hasNext
}

function isSending(
  run: ImportRunRow | undefined,
  business: BusinessRow,
  now: Date,
): run is ImportRunRow {
  const isIt = run?.state === 'finished' && run.cardsState === 'sending'
  return isIt && mayMailCards(business, now)
}
