/** A locked till may push saved work but read nothing. */
import type { Actor, SignedIn } from './actor.ts'
import { refuse } from './refuse.ts'

export function requireUnlocked(actor: Actor): void {
  if (actor.kind === 'account' && isLockedTill(actor)) {
    refuse(actor.isProofLate ? 'till_clock' : 'till_locked')
  }
}

export function isLockedTill({ isTill, workedBy }: SignedIn): boolean {
  return isTill && workedBy === undefined
}
