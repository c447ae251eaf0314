/** Lets somebody try a one-time code, counted in a transaction of its own before all other work. */
import type { Origin } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { admitGuess } from './one-time-code.ts'

/** @throws Refusal too_many */
export async function requireGuess(
  { network }: Origin,
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
): Promise<void> {
  const retryAfterSeconds = await doors.account((db) => admitGuess(db, network, clock.now()))
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
}
