/**
 * Thrown by an executor that names something that doesn't exist. The engine finds out why: the
 * operation that creates it was refused (so is this), is parked (so is this), or hasn't arrived
 * yet. If it exists but belongs to someone else, refuse instead.
 */
import type { RefusalCode } from '#schema/contract/refusal.ts'

export class Missing extends Error {
  readonly id: string
  /** The refusal to use if it was created but is gone. */
  readonly code: RefusalCode
  constructor(id: string, code: RefusalCode) {
    super(`${id} is not there`)
    this.id = id
    this.code = code
  }
}
