/**
 * Remembers what this page saved last, so that a screen that breaks afterwards can say that it is
 * safe and where to find it. In memory only, because it concerns this page alone.
 */
import type { CallName } from '#schema/contract/api.ts'
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
 * Calls not worth noting: they only read, open a session, or are retried automatically, so
 * repeating one does no harm.
 */
const repeatable = new Set<CallName>([
  'auth.elevate',
  'auth.login',
  'auth.logout',
  'auth.passkeyOptions',
  'auth.secondStep',
  'auth.secondStepOptions',
  'business.export',
  'business.exportMember',
  'business.previewCampaign',
  'business.sendImportPart',
  'business.verifyCoupon',
  'customer.export',
  'customer.openOffer',
  'mail.privacyLink',
  'mail.memberEmail',
  'sync.handSealed',
  'sync.keepTillKey',
  'sync.push',
])

/**
 * Notes a call that changed something on the server; the person finds its outcome on the screen
 * where they made it.
 */
export function noteSent(name: CallName, { method }: Pick<Call, 'method'>): void {
  if (method === 'GET' || repeatable.has(name) || typeof location === 'undefined') return
  noteSaved({ kind: 'sent', address: location.pathname })
}
