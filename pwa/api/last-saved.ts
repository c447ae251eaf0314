/**
 * Remembers what this page saved last, so that a screen that breaks afterwards can say that it is
 * safe and where to find it. In memory only, because it concerns this page alone.
 */
import type { Call } from '#schema/contract/calls/call.ts'

export interface LastSaved {
  /** A `change` waits in the outbox; for `sent` the server has already answered. */
  kind: 'signUp' | 'redemption' | 'change' | 'sent'
  /** The address where the person sees the outcome. */
  address: string
}

let lastSaved: LastSaved | null = null

export function noteSaved(saved: LastSaved): void {
  lastSaved = saved
}

export function readLastSaved(): LastSaved | null {
  return lastSaved
}

/**
 * Notes a call that changed something on the server; the person finds its outcome on the screen
 * where they made it.
 */
export function noteSent({ method, repeatable }: Pick<Call, 'method' | 'repeatable'>): void {
  if (method === 'GET' || repeatable || typeof location === 'undefined') return
  noteSaved({ kind: 'sent', address: location.pathname })
}
