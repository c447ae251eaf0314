/** The caller, as far as the server knows. */
import type { Role } from '#schema/contract/permission.ts'
import { refuse } from './refuse.ts'

export interface SignedIn {
  kind: 'account'
  accountId: string
  sessionId: string
  role: Role
  businessId: string | null
  /** A shared device rather than a person; each operation names who worked it. */
  isTill: boolean
  /** The person whose proof a till's call carries; absent while the till is locked. */
  workedBy?: string
  /** Set if the till's clock is far from the server's. */
  isProofLate?: true
  /** True until a required second factor is set up. */
  onlyOwnAccount: boolean
  /**
   * End of a super admin's elevation, within which they may change a business's data (docs/trust.md
   * 12).
   */
  elevatedUntil: Date | null
}

/** An anonymous caller: a public page, or a call whose cookie doesn't count. */
export interface Visitor {
  kind: 'visitor'
  ended?: EndedSession
}

/**
 * A session that ended for good: its device wipes itself and seals its unsent work
 * (docs/sync-protocol.md, "The end of a device").
 */
export interface EndedSession extends Pick<SignedIn, 'accountId' | 'sessionId' | 'businessId'> {
  /** The account was withdrawn, or its person ended the session from elsewhere. */
  because: 'account_closed' | 'device_revoked'
}

export type Actor = SignedIn | Visitor

/** An actor in a line of the activity log. */
export type Doer = Visitor | Pick<SignedIn, 'kind' | 'accountId' | 'role'>

/** A locked till may push saved work but read nothing. */
export function requireUnlocked(actor: Actor): void {
  if (actor.kind === 'account' && isLockedTill(actor)) {
    refuse(actor.isProofLate ? 'till_clock' : 'till_locked')
  }
}

export function isLockedTill({ isTill, workedBy }: SignedIn): boolean {
  return isTill && workedBy === undefined
}
