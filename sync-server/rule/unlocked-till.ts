/** A till that nobody has unlocked hands in what it saved, and reads nothing. */
import type { Actor } from './actor.ts'
import { refuse } from './refuse.ts'

export function requireUnlocked(actor: Actor): void {
  if (actor.kind !== 'account' || !actor.isTill || actor.workedBy !== undefined) return
  refuse(actor.isProofLate ? 'till_clock' : 'till_locked')
}
