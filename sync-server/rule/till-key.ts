/**
 * The keys behind a till's record of who did what (docs/decisions/0071-staff-pins-on-tills.md). A
 * person has a different key at each till, derived from SESSION_SECRET and their PIN's id, so the
 * server stores none and a new PIN invalidates it. The till stores it encrypted, and only the PIN
 * decrypts it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#sync-server/config.ts'
import { deriveKey } from '#sync-server/secret.ts'

interface AtTill {
  tillId: string
  accountId: string
  /** Id of the PIN that opens the key; null or all zeros for a PIN set before PINs had ids. */
  pinId: string | null
}

/** Placeholder id of a former PIN that had none. */
export const noPinId = '00000000-0000-0000-0000-000000000000'

type Keyed = Pick<Config, 'sessionSecret'>

export function tillKeyOf({ tillId, accountId, pinId }: AtTill, config: Keyed): Uint8Array {
  const pin = pinId === null || pinId === noPinId ? '' : ` ${pinId}`
  return deriveKey(config.sessionSecret, `till ${tillId} ${accountId}${pin}`)
}

/**
 * Keys that encrypt PIN keys in the database, the current one first. Work sealed or proved with a
 * key from an earlier release still counts, since PINs stay valid and tills may push a year later.
 */
export function pinSealKeys(config: Keyed): [Uint8Array, ...Uint8Array[]] {
  return [deriveKey(config.sessionSecret, 'pin seal'), deriveEarlier(config, 'pin seal')]
}

export function isProved(text: string, proof: string, at: AtTill, config: Keyed): boolean {
  const given = Buffer.from(proof, 'base64url')
  const isEarlier = at.pinId === null || at.pinId === noPinId
  const keys = [
    tillKeyOf(at, config),
    ...(isEarlier ? [deriveEarlier(config, 'till key', at.tillId, at.accountId)] : []),
  ]
  return keys.some((key) => {
    const right = createHmac('sha256', key).update(text).digest()
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

function deriveEarlier({ sessionSecret }: Keyed, ...purpose: string[]): Uint8Array {
  return createHmac('sha256', sessionSecret).update(JSON.stringify(purpose)).digest()
}
