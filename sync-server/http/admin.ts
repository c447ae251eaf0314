/** Calls under way: see the catalogue. */
import type { Handlers } from './route.ts'

export const adminHandlers = {} satisfies Partial<Handlers>
