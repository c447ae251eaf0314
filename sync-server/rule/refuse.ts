/** An expected "no": thrown where it is found, and answered or stored as a verdict further up. */
import { type FieldProblem, type RefusalCode, refusals } from '#schema/contract/refusal.ts'

export interface RefusalDetails {
  /** A more specific message than the catalog's. */
  message?: string
  /** Instants and days in the message, so that a device can format them in its language. */
  named?: Record<string, string>
  errors?: FieldProblem[]
  retryAfterSeconds?: number
  /** The engine already audited it with its verdict. */
  isAudited?: true
}

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
