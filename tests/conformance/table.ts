/**
 * The conformance table: every specified screen, text, toast, redirect, disabled state and
 * constant, each with the check that proves it in a browser. A row that differs names its entry in
 * docs/specification.md.
 */
import { accountVisits } from './account-visits.ts'
import { businessVisits } from './business-visits.ts'
import { customerVisits } from './customer-visits.ts'
import { platformVisits } from './platform-visits.ts'
import type { Visit } from './row.ts'

/** The longest first, because they run side by side. */
export const visits: Visit[] = [
  ...businessVisits,
  ...customerVisits,
  ...accountVisits,
  ...platformVisits,
]
