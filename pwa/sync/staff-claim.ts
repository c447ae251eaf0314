/**
 * The staff member who unlocked this till. Their proof is added to every operation that enters the
 * outbox here and to every call (docs/decisions/0071-staff-pins-on-tills.md). Computed
 * synchronously, because an IndexedDB transaction does not survive a foreign await; kept in memory
 * only, so a reload locks the till.
 */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { proveCallsBy } from '#pwa/api/call-proof.ts'
import { createEmitter } from '#pwa/api/emitter.ts'
import { readIdentity } from '#pwa/device/browser-database.ts'
import { provedCallText, provedText, type StaffClaim, staffHeader } from '#schema/contract/till.ts'

let working: { id: string; key: Uint8Array } | null = null

/** @param staff null when the till is locked */
export function workAs(staff: { id: string; key: Uint8Array } | null): void {
  if (working === staff) return
  working = staff
  proveCallsBy(
    staff &&
      ((called) => {
        const proof = prove(provedCallText(called), staff.key)
        return { [staffHeader]: `${staff.id}.${called.at}.${proof}` }
      }),
  )
  changes.emit()
}

const changes = createEmitter()

/** @returns a function that stops listening */
export const onWorkChange = changes.listen

/** Whether this is a till that is locked in this window; the server sends it no rows. */
export async function isTillLocked(): Promise<boolean> {
  return working === null && Boolean((await readIdentity())?.till)
}

type Provable = Parameters<typeof provedText>[0]

/** Adds the claim of the person who was using the till when the button was pressed. */
export type Claim = (operation: Provable) => { staff?: StaffClaim }

/**
 * Call when the button is pressed, before any await: by the time the outbox is free, the till may
 * be locked or unlocked by another person. On a personal device the session identifies the person,
 * so the claim is empty.
 * @param now for work that keeps an earlier day than the press: edits, retries, imports
 */
export function claimAtPress(now?: number): Claim {
  const by = working
  const at = now !== undefined && { at: new Date(now).toISOString() }
  return (operation) =>
    by ? { staff: { id: by.id, proof: prove(provedText(operation), by.key), ...at } } : {}
}

function prove(text: string, key: Uint8Array): string {
  return toBase64Url(hmac(sha256, key, utf8ToBytes(text)))
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
