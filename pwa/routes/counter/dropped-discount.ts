/** The use whose discount the cashier dropped last, so that a reload doesn’t bring it back. */
const name = 'regulars-dropped-discount'
let dropped: string | null = null

export function dropDiscount(operationId: string): void {
  dropped = operationId
  try {
    localStorage.setItem(name, operationId)
  } catch {
    // Without storage, it lasts until the app is closed.
  }
}

export function isDropped(operationId: string): boolean {
  try {
    return operationId === dropped || localStorage.getItem(name) === operationId
  } catch {
    return false
  }
}
