/**
 * The context of every rule on accounts and the platform. It belongs to a transaction, so the audit
 * record and mails commit or roll back together with the change.
 */
import type { Act } from '#schema/contract/act.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { Config } from '#sync-server/config.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import type { EmailKind, NewEmail } from '#sync-server/email/email.ts'
import type { Actor, Doer } from './actor.ts'
import type { Origin } from './origin.ts'

/** The caller and their origin; the call's access level determines how much is known. */
export type By<Who extends Actor = Actor> = Who & Origin

interface AuditOptions {
  /** Target log; the caller's business by default. */
  businessId?: string | null
  refused?: RefusalCode
  /** The actor, if not the caller. */
  as?: Doer
}

export interface Rule<Who extends Actor = Actor> {
  readonly db: Transaction
  readonly by: By<Who>
  readonly now: Date
  readonly config: Config
  /** @param subjectId an id, never a name or an address, because the log outlives people's data */
  audit(act: Act, subjectId: string | null, options?: AuditOptions): Promise<void>
  mail<Kind extends EmailKind>(email: NewEmail<Kind>): Promise<void>
  /** Runs after the transaction commits; never runs after a rollback. */
  afterCommit(work: () => void): void
}

/** A rule inside one business; its audit records go to that business's log. */
export interface TenantRule<Who extends Actor = Actor> extends Rule<Who>, Tenant {
  /** Takes the business's next version and notifies its devices after the commit. */
  nextVersion(): Promise<number>
}

/**
 * For rules that need several transactions: counted tries stay counted if the rule refuses, and no
 * connection is held while a password is hashed.
 */
export interface Steps<Who extends Actor = Actor> {
  readonly by: By<Who>
  readonly now: Date
  readonly config: Config
  commit<T>(step: (rule: Rule<Who>) => Promise<T>): Promise<T>
  inTenant<T>(businessId: string, step: (rule: TenantRule<Who>) => Promise<T>): Promise<T>
}
