/**
 * Passwords are kept as argon2id digests. At most four are worked out at once, so that a burst of
 * sign-ins does not take the machine from everyone else; an unknown address costs the same digest
 * as a known one (docs/trust.md 2 and 3).
 */
import { hash, argon2id as kind, needsRehash, verify } from 'argon2'
import { refuse } from '#sync-server/rule/refuse.ts'
import { createTurns } from '#sync-server/rule/turns.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { isGuessable } from './guessable-password.ts'

/** OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { type: kind, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** @throws Refusal unavailable when too many wait already */
const inTurn = createTurns(serverLimits.hashesAtOnce, serverLimits.hashesWaiting)

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** Nobody's password: what an unknown address is compared with. */
export const decoyDigest =
  '$argon2id$v=19$m=19456,t=2,p=1$oSQllGk/Varp6v9A71Fs3Q$P/h393J9czDt2opb/hV/oIIuxjDf5vz8H4megg+b0WI'

/**
 * @param digest null where there is no account: takes as long, and is never right
 * @param isKnown of a device or session of the account: it does not wait behind a crowd of strangers
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

/** @throws Refusal validation_failed for one of the passwords that are tried first */
export function refuseGuessable(password: string, field: string): void {
  if (!isGuessable(password)) return
  const message = 'That password is too common. Choose a different one.'
  refuse('validation_failed', { message, errors: [{ field, message }] })
}
