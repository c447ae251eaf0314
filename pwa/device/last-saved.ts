/**
 * Remembers what this page saved last, so that a screen that breaks afterwards can say that it is
 * safe and where to find it. In memory only, because it concerns this page alone.
 */
export interface LastSaved {
  kind: 'signUp' | 'redemption' | 'change'
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
