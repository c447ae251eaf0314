/**
 * The devices of a business: those with a session, and those that sent work lately, with the proof
 * of its delivery: how many of an outbox's operations arrived, their outcomes, and sequence numbers
 * that the device assigned but the server never received.
 */
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { DeviceProof } from '#schema/contract/device.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { appliedOperation, outbox } from '#schema/database/operation.ts'
import { session } from '#schema/database/session.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { countMissing } from './outbox.ts'

export async function listDevices(
  { businessId }: { businessId: string },
  steps: Steps<SignedIn>,
): Promise<DeviceProof[]> {
  const since = new Date(steps.now.getTime() - serverLimits.deviceProofDays * dayMs)
  const heard = await steps.inTenant(businessId, (tenant) => readOutboxes(tenant, since))
  const [owners, sessions, open] = await Promise.all([
    readOwners(heard, steps),
    readSessions(heard, steps),
    readOpenSessions(businessId, steps),
  ])
  const showSession = (row: SessionRow | undefined) => ({
    device: row?.device ?? null,
    sessionId: row && row.endedAt === null && row.expiresAt > steps.now ? row.id : null,
    signedInAt: row?.createdAt.toISOString() ?? null,
    isCurrent: row?.id === steps.by.sessionId,
  })
  const senders = heard.map(({ outbox: row, counts }) => {
    const { accountId, outboxId, lastHeardAt } = row
    const session = sessions.get(row.sessionId ?? '')
    // Another person's session may have sent work under this outbox's id.
    const found = session?.accountId === accountId ? session : undefined
    const lastSeenAt = found && found.lastSeenAt > lastHeardAt ? found.lastSeenAt : lastHeardAt
    return {
      outboxId,
      accountId,
      ...(owners.get(accountId) ?? { name: '', isTill: false, isWithdrawn: true }),
      ...showSession(found),
      lastHeardAt: lastSeenAt.toISOString(),
      ...counts,
      ...arrivalsOf(row),
    }
  })
  const shown = new Set(senders.map(({ sessionId }) => sessionId))
  const readers = open
    .filter(({ session: { id } }) => !shown.has(id))
    .map(({ session: row, account }) => ({
      outboxId: null,
      accountId: row.accountId,
      ...toOwner(account),
      ...showSession(row),
      lastHeardAt: row.lastSeenAt.toISOString(),
      ...noCounts,
      received: 0,
      missing: null,
    }))
  return [...senders, ...readers].sort(byLastHeard)
}

function byLastHeard(one: DeviceProof, other: DeviceProof): number {
  return one.lastHeardAt < other.lastHeardAt ? 1 : -1
}

/** Numbers that the device passed over, and numbers behind the highest that arrived. */
function arrivalsOf(row: Heard['outbox']): Pick<DeviceProof, 'received' | 'missing'> {
  const passed = countMissing(row.missing)
  const arrived = row.nextSeq - 1
  const behind = Math.max(0, (row.lastSeq ?? arrived) - arrived)
  const from = row.missing[0]?.[0] ?? row.nextSeq
  const through = behind > 0 ? arrived + behind : (row.missing.at(-1)?.[1] ?? arrived)
  const count = passed + behind
  return { received: arrived - passed, missing: count > 0 ? { from, through, count } : null }
}

type Counts = Pick<DeviceProof, 'applied' | 'refused' | 'parked' | 'discarded'>

const noCounts: Counts = { applied: 0, refused: 0, parked: 0, discarded: 0 }

interface Heard {
  outbox: typeof outbox.$inferSelect
  counts: Counts
}

async function readOutboxes({ db, businessId }: Tenant, since: Date): Promise<Heard[]> {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.businessId, businessId), gt(outbox.lastHeardAt, since)))
    .orderBy(desc(outbox.lastHeardAt), desc(outbox.outboxId))
    .limit(serverLimits.devicesShown)
  if (rows.length === 0) return []
  const ids = rows.map(({ outboxId }) => outboxId)
  const counted = await db
    .select({
      outboxId: appliedOperation.outboxId,
      status: appliedOperation.status,
      count: sql<number>`count(*)::int`,
    })
    .from(appliedOperation)
    .where(
      and(eq(appliedOperation.businessId, businessId), inArray(appliedOperation.outboxId, ids)),
    )
    .groupBy(appliedOperation.outboxId, appliedOperation.status)
  return rows.map((row) => {
    const counts = { ...noCounts }
    for (const { outboxId, status, count } of counted) {
      if (outboxId === row.outboxId) counts[status] = count
    }
    return { outbox: row, counts }
  })
}

interface Owner {
  name: string
  isTill: boolean
  isWithdrawn: boolean
}

async function readOwners(
  heard: readonly Heard[],
  steps: Steps<SignedIn>,
): Promise<Map<string, Owner>> {
  const ids = [...new Set(heard.map(({ outbox: { accountId } }) => accountId))]
  if (ids.length === 0) return new Map()
  const rows = await steps.commit(({ db }) =>
    db.select().from(account).where(inArray(account.id, ids)),
  )
  return new Map(rows.map((row) => [row.id, toOwner(row)]))
}

function toOwner(row: typeof account.$inferSelect): Owner {
  return {
    name: row.tillName ?? `${row.firstName} ${row.lastName}`,
    isTill: row.tillName !== null,
    isWithdrawn: row.withdrawnAt !== null,
  }
}

type SessionRow = typeof session.$inferSelect

async function readSessions(
  heard: readonly Heard[],
  { commit }: Steps<SignedIn>,
): Promise<Map<string, SessionRow>> {
  const ids = heard.flatMap(({ outbox: { sessionId } }) => sessionId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await commit(({ db }) => db.select().from(session).where(inArray(session.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

function readOpenSessions(businessId: string, { commit, now }: Steps<SignedIn>) {
  return commit(({ db }) =>
    db
      .select({ session, account })
      .from(session)
      .innerJoin(account, eq(account.id, session.accountId))
      .where(
        and(
          eq(account.businessId, businessId),
          isNull(account.withdrawnAt),
          isNull(session.endedAt),
          gt(session.expiresAt, now),
        ),
      )
      .orderBy(desc(session.lastSeenAt), desc(session.id))
      .limit(serverLimits.devicesShown),
  )
}
