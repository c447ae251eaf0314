/** A browser that stores nothing more. */
import { onTestFinished, vi } from 'vitest'

/** Fails every new row with this reason. @returns a function that ends it, as does the test's end */
export function failStorage(reason: 'QuotaExceededError' | 'UnknownError'): () => void {
  const fail = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The browser stores nothing', reason)
  })
  const end = () => fail.mockRestore()
  onTestFinished(end)
  return end
}
