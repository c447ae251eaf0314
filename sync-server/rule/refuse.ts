/** The expected outcomes that a rule throws, and that callers answer or store as a verdict. */

import { type FieldProblem, type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface RefusalDetails {
  /** A more specific message than the catalog's. */
  message?: string
  /** Instants, days and figures in the message, so that a device can format them in its language. */
  named?: Record<string, string>
  errors?: FieldProblem[]
  retryAfterSeconds?: number
  /** The engine already audited it with its verdict. */
  isAudited?: true
}

/** An expected "no". */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails
  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? refusals[code].message)
    this.code = code
    this.details = details
  }
}

export function refuse(code: RefusalCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}

/** Asks the caller to come again in a moment. */
export function refuseBusy(): never {
  return refuse('unavailable', { retryAfterSeconds: serverLimits.busyRetrySeconds })
}

/** Thrown by an executor, before it writes anything, if only the owner may allow the operation. */
export class NeedsOwner extends Error {
  readonly reason: ParkedReason
  constructor(reason: ParkedReason) {
    super(`the owner decides: ${reason}`)
    this.reason = reason
  }
}

/**
 * Thrown by an executor that names something that doesn't exist. The engine finds out why: the
 * operation that creates it was refused (so is this), is parked (so is this), or hasn't arrived
 * yet. If it exists but belongs to someone else, refuse instead.
 */
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
