/**
 * What a queued mail says, codes and links to cards among it, sealed while it waits: a copy of the
 * database opens nothing with it.
 */
import { openText, sealText } from '#sync-server/rule/sealed-text.ts'
import type { Secrets } from '#sync-server/secret.ts'

type Fields = Record<string, string>

export function sealFields(fields: Fields, secrets: Pick<Secrets, 'sessionSecret'>): Fields {
  return { sealed: sealText('queued mail', JSON.stringify(fields), secrets) }
}

/** @returns what was queued in clear by an older release as it is; null for what no key opens */
export function openFields(kept: Fields, secrets: Secrets): Fields | null {
  if (kept.sealed === undefined) return kept
  const text = openText('queued mail', kept.sealed, secrets)
  return text === null ? null : (JSON.parse(text) as Fields)
}
