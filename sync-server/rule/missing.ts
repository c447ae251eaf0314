/**
 * Thrown by an executor that names something that doesn't exist. The engine finds out why: the
 * operation that creates it was refused (so is this), is parked (so is this), or hasn't arrived
 * yet. If it exists but belongs to someone else, refuse instead.
 */
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'

export class Missing extends Error {
  readonly id: string
  /** The refusal to use if it was created but is gone. */
  readonly code: RefusalCode
  constructor(id: string, code: RefusalCode) {
    super(`${id} is not there`)
    this.id = id
    this.code = code
  }

  /** The reason to park behind it until it arrives. */
  get parkedReason(): ParkedReason {
    return this.code === 'member_unknown' ? 'member_not_arrived' : 'work_not_arrived'
  }
}
