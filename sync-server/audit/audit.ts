/**
 * Audit records: who did what to what, when and from where. Records about a business go to its own
 * log, all others to the platform's. Both are append-only.
 */
import { and, eq, gt } from 'drizzle-orm'
import type { Act } from '#schema/contract/act.ts'
import { uuid } from '#schema/contract/id.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { auditRecord } from '#schema/database/audit-record.ts'
import { business } from '#schema/database/business.ts'
import { platformAuditRecord } from '#schema/database/platform-audit-record.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import type { Doer, SignedIn } from '#sync-server/rule/actor.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

interface AuditEntry {
  act: Act
  /** An id, never a name or an address, because records outlive people's data. */
  subjectId?: string | null
  /** The refusal's code; absent if the act succeeded. */
  refused?: RefusalCode | undefined
}

/** The actor, their origin and the time. */
interface Done {
  actor: Doer
  origin: Origin
  now: Date
}

/** @param db a transaction of the platform login */
export async function writeAudit(
  db: Transaction,
  { businessId, ...entry }: AuditEntry & { businessId: string | null },
  done: Done,
): Promise<void> {
  const row = auditRow(entry, done)
  if (businessId) await db.insert(auditRecord).values({ businessId, ...row })
  else await db.insert(platformAuditRecord).values(row)
}

/** Builds the record, for callers that insert it through a tenant's door. */
function auditRow({ act, subjectId = null, refused }: AuditEntry, { actor, origin, now }: Done) {
  return {
    id: newId(),
    happenedAt: now,
    actorKind: actor.kind === 'account' ? actor.role : actor.kind,
    actorId: actor.kind === 'account' ? actor.accountId : null,
    act,
    subjectId,
    outcome: refused ? ('refused' as const) : ('done' as const),
    code: refused ?? null,
    network: origin.network,
  }
}

/** Writes to a business's own log, in the same transaction as the audited change. */
export async function writeTenantAudit(
  { db, businessId }: Tenant,
  entry: AuditEntry,
  done: Done,
): Promise<void> {
  await db.insert(auditRecord).values({ businessId, ...auditRow(entry, done) })
}

/**
 * Records each time a super admin views a business.
 * @throws Refusal not_found when there is no such business
 */
export async function auditSuperAdminView(
  db: Transaction,
  look: AuditEntry & { businessId: string },
  done: Done,
): Promise<void> {
  if (!(await isBusiness(db, look.businessId))) refuse('not_found')
  await writeAudit(db, look, done)
}

/**
 * Records in each business's log that a super admin read it, at most once every few minutes, so
 * that paging doesn't fill the log.
 */
export async function auditLogRead(
  businessIds: ReadonlySet<string>,
  { db, by, now }: Rule<SignedIn>,
): Promise<void> {
  const act = 'admin.audit' as const
  const lately = new Date(now.getTime() - serverLimits.auditRepeatMinutes * minuteMs)
  const told = await db
    .selectDistinct({ businessId: auditRecord.businessId })
    .from(auditRecord)
    .where(
      and(
        eq(auditRecord.actorId, by.accountId),
        eq(auditRecord.act, act),
        gt(auditRecord.happenedAt, lately),
      ),
    )
  const toldIds = new Set(told.map(({ businessId }) => businessId))
  const lines = [...businessIds]
    .filter((businessId) => !toldIds.has(businessId))
    .map((businessId) => ({ businessId, ...auditRow({ act }, { actor: by, origin: by, now }) }))
  if (lines.length > 0) await db.insert(auditRecord).values(lines)
}

export async function isBusiness(db: Transaction, businessId: string): Promise<boolean> {
  if (!uuid.safeParse(businessId).success) return false
  const rows = await db
    .select({ id: business.id })
    .from(business)
    .where(eq(business.id, businessId))
  return rows.length > 0
}
