/** Exports everything stored about your own account, as JSON. */
import { asc, eq } from 'drizzle-orm'
import { auditRecord } from '#schema/database/audit-record.ts'
import { platformAuditRecord } from '#schema/database/platform-audit-record.ts'
import { session } from '#schema/database/session.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { requireAccount } from './account.ts'
import { requireFreshPassword } from './elevation.ts'
import { listMarketing } from './marketing.ts'
import { findPhoto } from './photo.ts'
import { showUser } from './show-user.ts'

export async function exportAccount(
  _: unknown,
  rule: Rule<SignedIn>,
): Promise<Record<string, unknown>> {
  requireFreshPassword(rule)
  const { db, now } = rule
  const { accountId } = rule.by
  const { createdAt } = await requireAccount(db, accountId)
  const profile = await showUser({}, rule)
  const photo = await findPhoto(db, accountId)
  await rule.audit('auth.export', accountId)
  return {
    exportedAt: now.toISOString(),
    account: { ...profile, createdAt: createdAt.toISOString() },
    photo: photo && `data:image/webp;base64,${Buffer.from(photo.webp).toString('base64')}`,
    marketingConsents: await listMarketing({}, rule),
    sessions: await exportSessions(db, accountId),
    acts: await exportActs(db, accountId),
  }
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
