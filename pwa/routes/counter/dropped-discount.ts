/** The use whose discount is taken or dropped without a sale, so that a reload doesn't bring it back. */
const name = 'regulars-dropped-discount'

export function dropDiscount(operationId: string): void {
  try {
    localStorage.setItem(name, operationId)
  } catch {
    // Without storage, a reload brings the discount back.
  }
}

export function isDropped(operationId: string): boolean {
  try {
    return localStorage.getItem(name) === operationId
  } catch {
    return false
  }
}
