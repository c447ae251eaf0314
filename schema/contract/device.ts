/** A device as its owner sees it: what has arrived from its outbox, and what has not. */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'

const count = z.number()

export const deviceProof = z.object({
  outboxId: uuid,
  accountId: uuid,
  /** Whose device it is: a person's, or a till's. */
  name: z.string(),
  isTill: z.boolean(),
  /** Its rights were withdrawn: a person who was removed, a till that was. */
  isWithdrawn: z.boolean(),
  /** When it last handed something in. */
  lastHeardAt: instant,
  /** Operations that have arrived, each with its verdict. */
  received: count,
  applied: count,
  refused: count,
  parked: count,
  discarded: count,
  /** Numbers that the device had given at its last contact and that have not arrived. */
  missing: z.nullable(z.object({ from: count, through: count })),
})
export type DeviceProof = z.infer<typeof deviceProof>
