/**
 * The keys behind a till's "who did this" (docs/decisions/0071-staff-pins-on-tills.md). A person has
 * a key of their own at each till. It follows from SESSION_SECRET and the id of their PIN, so the
 * server stores none and a new PIN ends it; the till stores it sealed, and only the PIN opens it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#sync-server/config.ts'
import { deriveKey } from '#sync-server/secret.ts'

interface AtTill {
  tillId: string
  accountId: string
  /** Of the PIN that opens the key; null or all zeros for one of before there were ids. */
  pinId: string | null
}

/** Stands for a PIN that had no id among those that ended. */
export const noPinId = '00000000-0000-0000-0000-000000000000'

type Keyed = Pick<Config, 'sessionSecret'>

export function tillKeyOf({ tillId, accountId, pinId }: AtTill, config: Keyed): Uint8Array {
  const pin = pinId === null || pinId === noPinId ? '' : ` ${pinId}`
  return deriveKey(config.sessionSecret, `till ${tillId} ${accountId}${pin}`)
}

/**
 * What PINs' keys are sealed with in the database: today's first. What was sealed or proved with a
 * key that an earlier release derived still counts: PINs are kept, and tills hand in a year later.
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
