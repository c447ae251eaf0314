/** Background jobs: fold scans, send queued mail, clean up. Rounds of one job never overlap. */
import { eq } from 'drizzle-orm'
import { dayMs, hourMs, minuteMs } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { scanUnfolded } from '#schema/database/qr-code.ts'
import { BusinessTurns } from '#sync-server/rule/business-turns.ts'
import { tidyAccounts } from './accounts/tidy.ts'
import { sendQueuedEmails } from './email/send.ts'
import { type Job, once, startJob } from './job.ts'
import { closableUntil, closeActivity } from './loyalty/activity/close-activity.ts'
import { runCampaigns } from './loyalty/campaigns/run-campaigns.ts'
import { runCards } from './loyalty/imports/run-cards.ts'
import { runImports } from './loyalty/imports/run-imports.ts'
import { keepPoints } from './loyalty/kept-points.ts'
import { eraseDueMember } from './loyalty/privacy/erase-member.ts'
import { listDueErasures } from './loyalty/privacy/erasure-on-behalf.ts'
import { foldScans } from './loyalty/scan.ts'
import { findDueErasures, findDueUpkeep, keepUp } from './loyalty/upkeep.ts'
import { findNews } from './notifications/find-news.ts'
import { findWithNews } from './notifications/find-with-news.ts'
import { sendNotifications } from './notifications/send.ts'
import { findOpenActivity, sumUpPlatformDays } from './platform/analytics.ts'
import { nextVersion } from './rule/context.ts'
import { runInSteps } from './run-rule.ts'
import type { Server } from './server.ts'
import { watchSystem } from './system/watch.ts'

const foldEveryMs = 30_000
const mailEveryMs = 2_000
const notifyEveryMs = 10_000
const campaignsEveryMs = 5_000
const importsEveryMs = 2_000
const tidyEveryMs = hourMs
const epochEveryMs = 30_000
const closeEveryMs = 5 * minuteMs
const watchEveryMs = 30_000
/** The first round after startup finishes what an older release left open or unfilled. */
const firstMs = 1_000

/** @returns a function that stops the jobs after their current round */
export function startJobs(server: Server): () => Promise<void> {
  const jobs: Job[] = [
    { ...byTurns('keepUp', tidyEveryMs, keepAllUp), firstMs },
    byTurns('eraseDueMembers', tidyEveryMs, eraseDueMembers),
    byTurns('foldScans', foldEveryMs, foldAllScans),
    { name: 'lookAtEpoch', everyMs: epochEveryMs, round: once(() => server.lookAtEpoch()) },
    {
      name: 'sendQueuedEmails',
      everyMs: mailEveryMs,
      // More may have been queued while these were sent.
      round: async () => ((await sendQueuedEmails(server)) > 0 ? 'more' : 'done'),
    },
    byTurns('notifyCustomers', notifyEveryMs, notifyCustomers),
    byTurns('runCampaigns', campaignsEveryMs, runCampaigns),
    byTurns('runCards', campaignsEveryMs, runCards),
    importJob(),
    { name: 'tidyAccounts', everyMs: tidyEveryMs, round: once(tidyAccounts) },
    { name: 'watchSystem', everyMs: watchEveryMs, round: once((server) => watchSystem(server)) },
    { ...byTurns('closeActivity', closeEveryMs, closeAllActivity), firstMs },
  ]
  const started = jobs.map((job) => startJob(job, server))
  server.signals.whenRetried(() => {
    for (const { retry } of started) retry()
  })
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

/** A job whose failure for one business doesn't hold up the others. */
export function byTurns(
  name: string,
  everyMs: number,
  work: (server: Server, turns: BusinessTurns) => Promise<void>,
): Job {
  const turns = new BusinessTurns(name, everyMs)
  const round = once((server) => work(server, turns))
  return { name, everyMs, round, forgetWaits: () => turns.forgetWaits() }
}

function importJob(): Job {
  const turns = new BusinessTurns('runImports', importsEveryMs)
  return {
    name: 'runImports',
    everyMs: importsEveryMs,
    round: async (server) => ((await runImports(server, turns)) ? 'more' : 'done'),
  }
}

/** One transaction for each business whose upkeep is due, on whichever server takes it first. */
export async function keepAllUp(
  server: Server,
  turns = new BusinessTurns('keepUp', tidyEveryMs),
): Promise<void> {
  const now = server.clock.now()
  for (const businessId of await server.doors.platform((db) => findDueUpkeep(db, now))) {
    await turns.take(server, { businessId }, () =>
      untilDone(
        async () => !(await server.doors.tenant(businessId, (tenant) => keepUp(tenant, now))),
      ),
    )
  }
}

/** Erasures that an owner asked for on a member's behalf (docs/members.md, part 6). */
export async function eraseDueMembers(
  server: Server,
  turns = new BusinessTurns('eraseDueMembers', tidyEveryMs),
): Promise<void> {
  const by = { kind: 'visitor', network: '', userAgent: '' } as const
  const now = server.clock.now()
  for (const businessId of await server.doors.platform((db) => findDueErasures(db, now))) {
    await turns.take(server, { businessId }, async () => {
      const due = await server.doors.tenant(businessId, (tenant) => listDueErasures(tenant, now))
      const faults: unknown[] = []
      for (const memberId of due) {
        const asked = { businessId, memberId }
        const erased = runInSteps(server, by, (steps) => eraseDueMember(asked, steps))
        // One member's failure doesn't hold up the others.
        await erased.catch((fault: unknown) => faults.push(fault))
      }
      if (faults.length > 0) throw faults[0]
    })
  }
}

/** One transaction per business; skips businesses without new scans. */
export async function foldAllScans(
  server: Server,
  turns = new BusinessTurns('foldScans', foldEveryMs),
): Promise<void> {
  const businesses = await server.doors.platform((db) =>
    db
      .selectDistinct({ id: business.id })
      .from(business)
      .innerJoin(scanUnfolded, eq(scanUnfolded.businessId, business.id)),
  )
  for (const { id } of businesses) {
    const version = await turns.take(server, { businessId: id }, () =>
      server.doors.tenant(id, async (tenant) => {
        const version = await nextVersion(tenant)
        await foldScans(tenant, version)
        return version
      }),
    )
    if (version !== null) server.pokes.announce(id, version)
  }
}

/**
 * Closes activity and keeps the sums of points, for businesses with new activity, and then sums the
 * platform's days from the first hour that was closed.
 */
export async function closeAllActivity(
  server: Server,
  turns = new BusinessTurns('closeActivity', closeEveryMs),
): Promise<void> {
  const now = server.clock.now()
  const until = closableUntil(now)
  const open = await server.doors.platform((db) => findOpenActivity(db, until))
  let since = new Date(until.getTime() - dayMs)
  for (const { businessId, from } of open) {
    if (from < since) since = from
    await turns.take(server, { businessId }, () =>
      untilDone(async () => {
        const closed = await server.doors.tenant(businessId, (tenant) => closeActivity(tenant, now))
        if (closed.earliest && closed.earliest < since) since = closed.earliest
        if (closed.isDone) {
          await server.doors.tenant(businessId, (tenant) => keepPoints(tenant, until))
        }
        return closed.isDone
      }),
    )
  }
  await server.doors.platform((db) => sumUpPlatformDays(db, since, until))
}

/** Notifies customers of businesses that have changes, or coupons that expire soon. */
export async function notifyCustomers(
  server: Server,
  turns = new BusinessTurns('notifyCustomers', notifyEveryMs),
): Promise<void> {
  const businesses = await server.doors.platform((db) => findWithNews(db, server.clock.now()))
  for (const id of businesses) {
    await turns.take(server, { businessId: id }, () =>
      untilDone(() => server.doors.tenant(id, (tenant) => findNews(tenant, server.clock.now()))),
    )
  }
  await sendNotifications(server)
}

async function untilDone(step: () => Promise<boolean>): Promise<void> {
  while (!(await step())) {}
}
