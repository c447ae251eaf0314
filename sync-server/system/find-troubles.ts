/** Looks for troubles: failing jobs and a full disk of this server, and those of all in the database. */
import { and, count, eq, gt, gte, isNotNull, isNull, lt, max, min, not, sql } from 'drizzle-orm'
import type { SilentShop } from '#schema/contract/system.ts'
import { dayMs, minuteMs } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { outbox } from '#schema/database/operation.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { examineDisk } from './disk.ts'
import type { SystemParts } from './parts.ts'
import type { Seen } from './troubles.ts'

type Reading = Pick<Transaction, 'select'>

/** @param disk looks for room in a folder */
export async function findTroubles(server: SystemParts, disk = examineDisk): Promise<Seen[]> {
  const { doors, clock, config, signals } = server
  const now = clock.now()
  const seen: Seen[] = signals.failingJobs.map(({ job, reason }) => ({
    kind: 'jobFailing',
    subject: job,
    reason,
  }))
  const repairs = signals.takeRepairs()
  if (repairs > 0) seen.push({ kind: 'repair', subject: '', reason: String(repairs) })
  for (const { code, figures } of await disk(config.dataDir)) {
    if (code !== 'diskFull') continue
    seen.push({
      kind: 'diskFull',
      subject: String(figures.folder),
      reason: `${figures.gigabytes} GB`,
    })
  }
  return doors.platform(async (db) => {
    const reason = await findMailProblem(db, now)
    if (reason !== null) seen.push({ kind: 'mailFailing', subject: '', reason })
    const silent = await listSilentShops(db, now)
    const devices = silent.reduce((sum, shop) => sum + shop.devices, 0)
    if (devices > 0) seen.push({ kind: 'deviceSilent', subject: '', reason: String(devices) })
    return seen
  })
}

/**
 * The relay itself fails if a mail of ten minutes ago still waits because of a connection, TLS or
 * login, and none has left since. A mailbox that is refused is no such problem.
 */
async function findMailProblem(db: Reading, now: Date): Promise<string | null> {
  const [sent] = await db.select({ at: max(emailQueue.sentAt) }).from(emailQueue)
  const [failed] = await db
    .select({ reason: max(emailQueue.lastProblem) })
    .from(emailQueue)
    .where(
      and(
        isNull(emailQueue.sentAt),
        isNotNull(emailQueue.lastProblem),
        not(sql`${emailQueue.lastProblem} like ${'EENVELOPE%'}`),
        lt(emailQueue.attempts, serverLimits.emailAttempts),
        lt(emailQueue.createdAt, new Date(now.getTime() - serverLimits.mailLateMinutes * minuteMs)),
        gt(emailQueue.failedAt, sent?.at ?? new Date(0)),
      ),
    )
  return failed?.reason ?? null
}

/** Businesses with devices that said they have unsent work and were silent for a day. */
export async function listSilentShops(db: Reading, now: Date): Promise<SilentShop[]> {
  const rows = await db
    .select({
      businessId: business.id,
      name: business.name,
      devices: count(),
      lastHeardAt: min(outbox.lastHeardAt),
    })
    .from(outbox)
    .innerJoin(business, eq(business.id, outbox.businessId))
    .where(
      and(
        gte(outbox.lastSeq, outbox.nextSeq),
        lt(outbox.lastHeardAt, new Date(now.getTime() - dayMs)),
        // Its session has ended by then, so the device is not expected back.
        gt(outbox.lastHeardAt, new Date(now.getTime() - serverLimits.staffSessionDays * dayMs)),
      ),
    )
    .groupBy(business.id, business.name)
    .orderBy(min(outbox.lastHeardAt))
    .limit(serverLimits.troublesShown)
  return rows.map(({ lastHeardAt, ...row }) => ({
    ...row,
    lastHeardAt: (lastHeardAt ?? now).toISOString(),
  }))
}
