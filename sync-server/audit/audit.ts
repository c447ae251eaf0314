/**
 * Who did what to what, when and from where. What belongs to a business stands in that business's
 * log, everything else in the platform's. Both only ever grow.
 */
import { eq } from 'drizzle-orm'
import type { CallName } from '#schema/contract/api.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import { auditRecord } from '#schema/database/audit-record.ts'
import { business } from '#schema/database/business.ts'
import { platformAuditRecord } from '#schema/database/platform-audit-record.ts'
import type { Actor, Origin, SignedIn } from '#sync-server/actor.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { newId } from '#sync-server/id.ts'
import { refuse } from '#sync-server/refuse.ts'
import type { Server } from '#sync-server/server.ts'

export interface AuditEntry {
  /** 'account.signIn', in the words of the catalogues. */
  act: string
  /** An id, never a name or an address: the log outlives people. */
  subjectId?: string | null
  /** The refusal's code; absent when it was done. */
  refused?: RefusalCode
}

/** @param db a transaction of the platform login */
export async function writeAudit(
  db: Transaction,
  actor: Actor,
  origin: Origin,
  { businessId, ...entry }: AuditEntry & { businessId: string | null },
  now: Date,
): Promise<void> {
  const row = auditRow(actor, origin, entry, now)
  if (businessId) await db.insert(auditRecord).values({ businessId, ...row })
  else await db.insert(platformAuditRecord).values(row)
}

/** The line itself, for what is written through a tenant's door. */
export function auditRow(
  actor: Actor,
  origin: Origin,
  { act, subjectId = null, refused }: AuditEntry,
  now: Date,
) {
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

/**
 * Every call of a super admin inside a business is written to its log (trust-ux.md 12).
 * @throws Refusal not_found when there is no such business
 */
export async function auditSuperAdminView(
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
  actor: SignedIn,
  origin: Origin,
  businessId: string,
  call: CallName,
): Promise<void> {
  await doors.platform(async (db) => {
    const [row] = await db
      .select({ id: business.id })
      .from(business)
      .where(eq(business.id, businessId))
    if (!row) refuse('not_found')
    await writeAudit(db, actor, origin, { businessId, act: call }, clock.now())
  })
}

/** Somebody signed in was refused: in the log of the business that is her own. */
export async function auditRefusal(
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
  actor: SignedIn,
  origin: Origin,
  call: CallName,
  refused: RefusalCode,
): Promise<void> {
  const entry = { businessId: actor.businessId, act: call, refused }
  await doors.platform((db) => writeAudit(db, actor, origin, entry, clock.now()))
}
