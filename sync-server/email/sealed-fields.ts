/**
 * Encrypts a queued mail's fields, which include codes and card links, so a copy of the database
 * reveals none of them.
 */
import { openText, sealText } from '#sync-server/rule/sealed-text.ts'
import type { Secrets } from '#sync-server/secret.ts'

type Fields = Record<string, string>

export function sealFields(fields: Fields, secrets: Pick<Secrets, 'sessionSecret'>): Fields {
  return { sealed: sealText('queued mail', JSON.stringify(fields), secrets) }
}

/**
 * @returns fields queued unencrypted by an older release unchanged; null if no key decrypts them
 */
export function openFields(kept: Fields, secrets: Secrets): Fields | null {
  if (kept.sealed === undefined) return kept
  const text = openText('queued mail', kept.sealed, secrets)
  return text === null ? null : (JSON.parse(text) as Fields)
}
