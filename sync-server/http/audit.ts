/** Calls under way: see the catalogue. */
import type { Handlers } from './route.ts'

export const auditHandlers = {} satisfies Partial<Handlers>
