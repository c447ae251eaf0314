/**
 * A person who signs out offline is signed out on this device at once; the logout call is sent as
 * soon as the server can be reached, before asking who is signed in.
 */
import { call } from '#pwa/api/call.ts'

const owedName = 'regulars-logout-owed'

export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(owedName) !== null
  } catch {
    return false
  }
}

export function deferSignOut(): void {
  try {
    localStorage.setItem(owedName, new Date().toISOString())
  } catch {
    // Storage is off: the logout call that follows is the only attempt.
  }
}

/** A new sign-in also ends the old session. */
export function forgetPendingSignOut(): void {
  try {
    localStorage.removeItem(owedName)
  } catch {
    // Storage is off: nothing to remove.
  }
}

/** @throws NoAnswer, CallRefused: then the logout stays pending */
export async function settleSignOut(): Promise<void> {
  await call('auth.logout')
  forgetPendingSignOut()
}
