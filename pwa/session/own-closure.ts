/**
 * Remembers that this browser's user closed their own account. The server keeps answering that the
 * account is closed; only a person who did not close it needs the notice.
 */
const closureName = 'regulars-own-closure'

export function noteOwnClosure(): void {
  try {
    localStorage.setItem(closureName, new Date().toISOString())
  } catch {
    // Storage is off: the notice appears once more.
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
    // Storage is off: nothing to remove.
  }
}
