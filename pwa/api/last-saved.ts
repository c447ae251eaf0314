/**
 * Remembers what this page saved last, so that a screen that breaks afterwards can say that it is
 * safe and where to find it. In memory only, because it concerns this page alone.
 */
import type { CallName } from '#schema/contract/api.ts'
import type { Call } from '#schema/contract/calls/call.ts'

export interface LastSaved {
  /** `change` waits in the outbox; the server has answered `sent`. */
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

/** Calls that read, open a session, or ask again by themselves: a repeat does no harm. */
const repeatable = new Set<CallName>([
  'auth.elevate',
  'auth.login',
  'auth.logout',
  'auth.passkeyOptions',
  'auth.secondStep',
  'auth.secondStepOptions',
  'business.previewCampaign',
  'business.verifyCoupon',
  'customer.export',
  'customer.openOffer',
  'sync.handSealed',
  'sync.keepTillKey',
  'sync.push',
])

/** Notes a call that changed something on the server; its outcome is where the person made it. */
export function noteSent(name: CallName, { method }: Pick<Call, 'method'>): void {
  if (method === 'GET' || repeatable.has(name) || typeof location === 'undefined') return
  noteSaved({ kind: 'sent', address: location.pathname })
}
