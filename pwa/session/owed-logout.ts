/**
 * A person who signs out without a network is signed out here at once; the server is told as soon
 * as it can be reached, before it is asked who is signed in.
 */
import { call } from '#pwa/api/call.ts'

const owedName = 'regulars-logout-owed'

export function isLogoutOwed(): boolean {
  try {
    return localStorage.getItem(owedName) !== null
  } catch {
    return false
  }
}

export function oweLogout(): void {
  try {
    localStorage.setItem(owedName, new Date().toISOString())
  } catch {
    // Storage is switched off: the call that follows is all there is.
  }
}

/** A new sign-in ends the old session as well. */
export function forgetOwedLogout(): void {
  try {
    localStorage.removeItem(owedName)
  } catch {
    // As above.
  }
}

/** @throws NoAnswer, CallRefused: then it stays owed */
export async function settleLogout(): Promise<void> {
  await call('auth.logout')
  forgetOwedLogout()
}
