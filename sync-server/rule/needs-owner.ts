/** Thrown by an executor, before it has written anything, for what only the owner may let through. */
import type { ParkedReason } from '#schema/contract/sync.ts'

export class NeedsOwner extends Error {
  readonly reason: ParkedReason
  constructor(reason: ParkedReason) {
    super(`the owner decides: ${reason}`)
    this.reason = reason
  }
}
