/** A locked till may push saved work but read nothing. */
import type { Actor } from './actor.ts'
import { refuse } from './refuse.ts'

export function requireUnlocked(actor: Actor): void {
  if (actor.kind !== 'account' || !actor.isTill || actor.workedBy !== undefined) return
  refuse(actor.isProofLate ? 'till_clock' : 'till_locked')
}
