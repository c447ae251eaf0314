/** Who is calling, as far as the server knows. */
import type { Role } from '#schema/contract/permission.ts'
import type { MailLanguage } from '#sync-server/email/email.ts'

export interface SignedIn {
  kind: 'account'
  accountId: string
  sessionId: string
  role: Role
  businessId: string | null
  /** A shared device, and no person: who worked it stands in each operation. */
  isTill: boolean
  /** Whose proof a till's call carries; absent while nobody has unlocked the till. */
  workedBy?: string
  /** A till whose clock is far from the server's. */
  isProofLate?: true
  /**
   * 'push' after the account's rights were withdrawn (docs/product.md); 'ownAccount' for who has to
   * set up a second factor first.
   */
  restrictedTo: 'push' | 'ownAccount' | null
  /** Until when a super admin may change what is a business's (docs/trust.md 12). */
  elevatedUntil: Date | null
}

/** Nobody we know: a public page, or a call whose cookie does not count. */
export interface Visitor {
  kind: 'visitor'
  /** The cookie is one whose session its person ended from elsewhere. */
  isRevoked?: true
}

export type Actor = SignedIn | Visitor

/** Where a call came from, for limits and the audit log. */
export interface Origin {
  /** The caller's address, /64 for IPv6. */
  network: string
  userAgent: string
  /** Of the mails that the call causes; absent where nobody asked for one. */
  language?: MailLanguage
}
