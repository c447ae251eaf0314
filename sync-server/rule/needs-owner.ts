/** Thrown by an executor, before it writes anything, if only the owner may allow the operation. */
import type { ParkedReason } from '#schema/contract/sync.ts'

export class NeedsOwner extends Error {
  readonly reason: ParkedReason
  constructor(reason: ParkedReason) {
    super(`the owner decides: ${reason}`)
    this.reason = reason
  }
}
