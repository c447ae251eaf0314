/**
 * Who works this till now. Every operation that goes into the outbox here carries their proof
 * (docs/decisions/0071-staff-pins-on-tills.md). Made without waiting, because an IndexedDB
 * transaction does not outlive an await; in memory only, so a reload locks.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { provedText, type StaffClaim } from '#schema/contract/till.ts'

let working: { id: string; key: Uint8Array } | null = null

/** @param staff null when the till is locked */
export function workAs(staff: { id: string; key: Uint8Array } | null): void {
  working = staff
}

/** @returns null on a person's own device, where the session says who it is */
export function claimOf(operation: Parameters<typeof provedText>[0]): StaffClaim | null {
  if (!working) return null
  const proof = hmac(sha256, working.key, utf8ToBytes(provedText(operation)))
  return { id: working.id, proof: toBase64Url(proof) }
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
