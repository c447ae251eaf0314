/** Joins of two members who are one person, and what decides about a pair of members. */
import * as z from 'zod/mini'
import { customer } from './customer.ts'
import { instant, uuid } from './id.ts'

/** `customer.join`: `joinId` becomes part of `keepId`. */
export const memberJoining = z
  .object({ keepId: uuid, joinId: uuid })
  .check(z.refine(({ keepId, joinId }) => keepId !== joinId, 'This is not a valid id'))

/** `customer.separate`: `spentSeen` is the debt that the screen showed would be left. */
export const memberSeparation = z.object({
  keepId: uuid,
  joinId: uuid,
  spentSeen: z.number().check(z.int(), z.gte(0)),
})

/** `pair.propose` and `pair.separate`: the ids in order. */
export const namedPair = z
  .object({ oneId: uuid, otherId: uuid })
  .check(z.refine(({ oneId, otherId }) => oneId < otherId, 'This is not a valid id'))

/** A joined member on the business's devices. */
export const memberJoin = z.object({
  /** The joined member. */
  id: uuid,
  /** The member who was kept. */
  memberId: uuid,
  firstName: z.string(),
  lastName: z.string(),
  /** Masked for staff, as in `customer`. */
  email: z.string(),
  phone: z.nullable(z.string()),
  note: z.optional(z.nullable(z.string())),
  /** The balance that the join moved. */
  points: z.number(),
  joinedAt: instant,
})
export type MemberJoin = z.infer<typeof memberJoin>

/** The reason to list a pair: a shared property, or staff's proposal. */
const pairReason = z.enum(['phone', 'email', 'name', 'proposed'])
export type PairReason = z.infer<typeof pairReason>

/** Two members who may be one person, the newer one first. */
export const memberPair = z.object({
  id: uuid,
  reasons: z.array(pairReason),
  newer: customer,
  older: customer,
})
export type MemberPair = z.infer<typeof memberPair>
