/**
 * Remembers that the person of this browser closed their account themselves. The server goes on
 * answering that the account is closed; only somebody who did not do it needs to read that.
 */
const closureName = 'regulars-own-closure'

export function noteOwnClosure(): void {
  try {
    localStorage.setItem(closureName, new Date().toISOString())
  } catch {
    // Storage is switched off: then the notice comes once more.
  }
}

export function isOwnClosure(): boolean {
  try {
    return localStorage.getItem(closureName) !== null
  } catch {
    return false
  }
}

export function forgetOwnClosure(): void {
  try {
    localStorage.removeItem(closureName)
  } catch {
    // As above.
  }
}
