/**
 * Thrown by an executor that names something which is not there. The engine finds out why: its
 * maker was refused (so is this), is parked (so is this), or has not arrived yet. What is there and
 * belongs to somebody else is a refusal, not missing.
 */
import type { RefusalCode } from '#schema/contract/refusal.ts'

export class Missing extends Error {
  readonly id: string
  /** The refusal when it was made and is gone all the same. */
  readonly code: RefusalCode
  constructor(id: string, code: RefusalCode) {
    super(`${id} is not there`)
    this.id = id
    this.code = code
  }
}
