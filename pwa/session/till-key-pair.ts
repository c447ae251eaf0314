/**
 * A till's own key pair. The server seals PIN-protected keys to it, and no script can export the
 * private key (docs/decisions/0071-staff-pins-on-tills.md).
 */
import { browserDatabase, type TillKeyRow } from '#pwa/device/browser-database.ts'
import type { TillKey } from '#schema/contract/till.ts'

/**
 * @returns this browser's key pair, created if missing; if two windows create one, the first stored
 * wins
 */
export async function ownKeyPair(database = browserDatabase()): Promise<TillKeyRow> {
  const kept = await database.tillKey.get('own')
  if (kept) return kept
  const made = await makeKeyPair()
  return database.transaction('rw', database.tillKey, async () => {
    const first = await database.tillKey.get('own')
    if (first) return first
    await database.tillKey.put(made)
    return made
  })
}

async function makeKeyPair(): Promise<TillKeyRow> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return { key: 'own', privateKey, publicKey: { x, y } satisfies TillKey }
}

/** @returns null if it is sealed to a key that this browser does not have or no longer has */
export async function openSealed(sealedKey: string, own: TillKeyRow): Promise<string | null> {
  const { compactDecrypt, decodeProtectedHeader } = await import('jose')
  const { alg, kid } = decodeProtectedHeader(sealedKey)
  if (alg === 'dir') return sealedKey
  if (kid !== own.publicKey.x) return null
  const { plaintext } = await compactDecrypt(sealedKey, own.privateKey)
  return new TextDecoder().decode(plaintext)
}

/** Whether the server does not know this till's key yet. */
export async function isSealedToNone(sealedKey: string): Promise<boolean> {
  const { decodeProtectedHeader } = await import('jose')
  return decodeProtectedHeader(sealedKey).alg === 'dir'
}
