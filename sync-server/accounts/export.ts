/** Everything that is kept about one's own account, as JSON (trust-ux.md 18). */
import { asc, eq } from 'drizzle-orm'
import { auditRecord } from '#schema/database/audit-record.ts'
import { platformAuditRecord } from '#schema/database/platform-audit-record.ts'
import { session } from '#schema/database/session.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import type { Server } from '#sync-server/server.ts'
import { requireAccount } from './account.ts'
import { listMarketing } from './marketing.ts'
import { findPhoto } from './photo.ts'
import { showUser } from './profile.ts'

export async function exportAccount(
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
): Promise<Record<string, unknown>> {
  const now = clock.now()
  const { accountId, businessId } = actor
  return doors.account(async (db) => {
    const { createdAt } = await requireAccount(db, accountId)
    const profile = await showUser(db, accountId, now)
    const photo = await findPhoto(db, accountId)
    await writeAudit(
      db,
      actor,
      origin,
      { businessId, act: 'auth.export', subjectId: accountId },
      now,
    )
    return {
      exportedAt: now.toISOString(),
      account: { ...profile, createdAt: createdAt.toISOString() },
      photo: photo && `data:image/webp;base64,${photo.webp.toString('base64')}`,
      marketingConsents: await listMarketing(db, accountId),
      sessions: await exportSessions(db, accountId),
      acts: await exportActs(db, accountId),
    }
  })
}

async function exportSessions(db: Transaction, accountId: string) {
  return db
    .select({
      device: session.device,
      network: session.network,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      endedAt: session.endedAt,
    })
    .from(session)
    .where(eq(session.accountId, accountId))
    .orderBy(asc(session.createdAt))
}

async function exportActs(db: Transaction, accountId: string) {
  const acts = []
  for (const table of [auditRecord, platformAuditRecord]) {
    const rows = await db
      .select({
        happenedAt: table.happenedAt,
        act: table.act,
        outcome: table.outcome,
        network: table.network,
      })
      .from(table)
      .where(eq(table.actorId, accountId))
      .orderBy(asc(table.happenedAt))
    acts.push(...rows)
  }
  return acts
}
