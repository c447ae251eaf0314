/**
 * A device as its owner sees it: who is signed in there, and which of its operations have arrived.
 */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'

const count = z.number()

export const deviceProof = z.object({
  /** Null if it has sent nothing lately. */
  outboxId: z.nullable(uuid),
  accountId: uuid,
  /** The person's name, or the till's. */
  name: z.string(),
  isTill: z.boolean(),
  /** Its browser and system; null if unknown. */
  device: z.nullable(z.string()),
  /** Null if the device is signed out. */
  sessionId: z.nullable(uuid),
  /** Null for an earlier sign-in that was forgotten. */
  signedInAt: z.nullable(instant),
  /** The device that the caller uses. */
  isCurrent: z.boolean(),
  /** Access was withdrawn: the person or the till was removed. */
  isWithdrawn: z.boolean(),
  /** When it last sent or read anything. */
  lastHeardAt: instant,
  /** Operations that have arrived, each with its verdict. */
  received: count,
  applied: count,
  refused: count,
  parked: count,
  discarded: count,
  /**
   * Sequence numbers assigned as of its last contact but not received: the lowest, the highest, and
   * how many.
   */
  missing: z.nullable(z.object({ from: count, through: count, count })),
})
export type DeviceProof = z.infer<typeof deviceProof>
