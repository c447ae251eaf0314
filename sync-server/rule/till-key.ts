/**
 * The keys behind a till's "who did this" (docs/decisions/0071-staff-pins-on-tills.md). A person has
 * a key of their own at each till. It follows from SESSION_SECRET, so the server stores none; the
 * till stores it sealed, and only the person's PIN opens it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { provedText, type StaffClaim } from '#schema/contract/till.ts'
import type { Config } from '#sync-server/config.ts'
import { deriveKey } from '#sync-server/secret.ts'

interface AtTill {
  tillId: string
  accountId: string
}

type Keyed = Pick<Config, 'sessionSecret'>

export function tillKeyOf({ tillId, accountId }: AtTill, config: Keyed): Uint8Array {
  return deriveKey(config.sessionSecret, `till ${tillId} ${accountId}`)
}

/**
 * What PINs' keys are sealed with in the database: today's first. What was sealed or proved with a
 * key that an earlier release derived still counts: PINs are kept, and tills hand in a year later.
 */
export function pinSealKeys(config: Keyed): [Uint8Array, ...Uint8Array[]] {
  return [deriveKey(config.sessionSecret, 'pin seal'), deriveEarlier(config, 'pin seal')]
}

export function isProved(
  operation: Parameters<typeof provedText>[0],
  { id, proof }: StaffClaim,
  { tillId, config }: { tillId: string; config: Keyed },
): boolean {
  const given = Buffer.from(proof, 'base64url')
  const keys = [
    tillKeyOf({ tillId, accountId: id }, config),
    deriveEarlier(config, 'till key', tillId, id),
  ]
  return keys.some((key) => {
    const right = createHmac('sha256', key).update(provedText(operation)).digest()
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

function deriveEarlier({ sessionSecret }: Keyed, ...purpose: string[]): Uint8Array {
  return createHmac('sha256', sessionSecret).update(JSON.stringify(purpose)).digest()
}
