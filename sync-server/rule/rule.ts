/**
 * What every rule of accounts and the platform is handed. The transaction creates it, so the audit
 * entry and the mails always commit, or roll back, together with the change they are about.
 */
import type { Act } from '#schema/contract/act.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { Config } from '#sync-server/config.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import type { EmailKind, NewEmail } from '#sync-server/email/email.ts'
import type { Actor, Origin } from './actor.ts'

/** Who is calling and from where; the call's access level says how much is known. */
export type By<Who extends Actor = Actor> = Who & Origin

export interface AuditOptions {
  /** Whose log; the caller's business by default. */
  businessId?: string | null
  refused?: RefusalCode
  /** Who did it, where that is not the caller. */
  as?: Actor
}

export interface Rule<Who extends Actor = Actor> {
  readonly db: Transaction
  readonly by: By<Who>
  readonly now: Date
  readonly config: Config
  /** @param subjectId an id, never a name or an address: the log outlives people */
  audit(act: Act, subjectId: string | null, options?: AuditOptions): Promise<void>
  mail<Kind extends EmailKind>(email: NewEmail<Kind>): Promise<void>
  /** Runs once the transaction has committed, and never when it rolls back. */
  afterCommit(work: () => void): void
}

/** A rule inside one business; its audit entries go to that business's log. */
export interface TenantRule<Who extends Actor = Actor> extends Rule<Who>, Tenant {
  /** Takes the business's next version and tells its devices after the commit. */
  nextVersion(): Promise<number>
}

/**
 * For rules that need more than one transaction: counted tries stay counted when the rule refuses,
 * and no connection is held while a password is hashed.
 */
export interface Steps<Who extends Actor = Actor> {
  readonly by: By<Who>
  readonly now: Date
  readonly config: Config
  commit<T>(step: (rule: Rule<Who>) => Promise<T>): Promise<T>
  inTenant<T>(businessId: string, step: (rule: TenantRule<Who>) => Promise<T>): Promise<T>
}
