/**
 * Thrown by an executor that names something which is not there. The engine finds out why: its
 * maker was refused (so is this), is parked (so is this), or has not arrived yet.
 */
import type { RefusalCode } from '#schema/contract/refusal.ts'

export class Missing extends Error {
  readonly id: string
  /** The refusal when nothing is known of the id. */
  readonly code: RefusalCode
  constructor(id: string, code: RefusalCode) {
    super(`${id} is not there`)
    this.id = id
    this.code = code
  }
}
