/** A device whose disk is full. */
import { onTestFinished } from 'vitest'

/** Fails every write until the test ends. @returns a function that makes room again */
export function fillStorage(): () => void {
  const { prototype } = IDBObjectStore
  const { add, put } = prototype
  prototype.add = prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const makeRoom = () => void Object.assign(prototype, { add, put })
  onTestFinished(makeRoom)
  return makeRoom
}
