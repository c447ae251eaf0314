/**
 * Passwords are stored as argon2id digests. At most four are computed at once, so a burst of
 * sign-ins doesn't take the machine from everyone else. An unknown address costs the same digest as
 * a known one (docs/trust.md 2 and 3).
 */
import { hash, argon2id as kind, needsRehash, verify } from 'argon2'
import { refuse } from '#sync-server/rule/refuse.ts'
import { createTurns } from '#sync-server/rule/turns.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { isGuessable } from './guessable-password.ts'

/** OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { type: kind, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** @throws Refusal unavailable when the queue is full */
const inTurn = createTurns(serverLimits.hashesAtOnce, serverLimits.hashesWaiting)

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** Matches no password; we verify against it when the address is unknown. */
export const decoyDigest =
  '$argon2id$v=19$m=19456,t=2,p=1$oSQllGk/Varp6v9A71Fs3Q$P/h393J9czDt2opb/hV/oIIuxjDf5vz8H4megg+b0WI'

/**
 * @param digest null if there is no account: takes as long and never matches
 * @param isKnown true for a known device or session, which goes ahead of strangers in the queue
 */
export async function isPassword(
  password: string,
  digest: string | null,
  isKnown = false,
): Promise<boolean> {
  const compare = () => verify(digest ?? decoyDigest, password)
  const right = await inTurn(compare, isKnown ? 'first' : 'rest')
  return digest !== null && right
}

export function isOutdated(digest: string): boolean {
  return needsRehash(digest, parameters)
}

/** @throws Refusal validation_failed for a guessable password */
export function refuseGuessable(password: string, field: string): void {
  if (!isGuessable(password)) return
  const message = 'That password is too common. Choose a different one.'
  refuse('validation_failed', { message, errors: [{ field, message }] })
}
