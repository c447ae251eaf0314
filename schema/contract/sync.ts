/**
 * The messages of push and pull (docs/sync-protocol.md). Plain JSON; unknown fields are ignored, so
 * that old and new versions work together.
 */
import * as z from 'zod/mini'
import { business } from './business.ts'
import { heldCoupon } from './coupon.ts'
import { customer } from './customer.ts'
import { claimedInstant, instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { memberJoin } from './member-join.ts'
import { pointsEntry, purchase } from './points.ts'
import { qrCode } from './qr-code.ts'
import { reward } from './reward.ts'
import { staffClaim } from './till.ts'

export const pushedOperation = z.object({
  operationId: uuid,
  /** Assigned from 1 within an outbox, without gaps. */
  seq: z.number().check(z.int(), z.gte(1)),
  name: z.string().check(z.maxLength(64)),
  v: z.int32().check(z.gte(1)),
  /** The device's claim, never used for order (docs/sync-protocol.md). */
  madeAt: claimedInstant,
  /** True if a person withdrew it before it was sent; it keeps its number. */
  discarded: z.optional(z.boolean()),
  /** The operation that this one edits: at most one of the two counts (Applying 4). */
  replaces: z.optional(uuid),
  /**
   * Sent again after a restore: the member or coupon that made it possible. If the operation names
   * nothing that exists, it waits for that one.
   */
  reliesOn: z.optional(uuid),
  payload: z.unknown(),
  /** On a till: the staff member. Without a proof the owner decides (Push 2). */
  staff: z.optional(staffClaim),
})
export type PushedOperation = z.infer<typeof pushedOperation>

export const pullCursor = z.string().check(z.maxLength(200))

export const pushRequest = z.object({
  outboxId: uuid,
  deviceNow: claimedInstant,
  /**
   * The highest number this outbox has assigned: tells where a queue sent in several parts ends.
   */
  lastSeq: z.optional(z.number().check(z.int(), z.gte(1))),
  /**
   * The device has a verdict for every number up to this one, and the operations begin with the
   * lowest that it still has above it. Earlier releases send none.
   */
  settledSeq: z.optional(z.number().check(z.int(), z.gte(0))),
  /** The device has everything up to here and holds nothing parked: the answer may have `pull`. */
  cursor: z.optional(pullCursor),
  operations: z
    .array(pushedOperation)
    .check(z.minLength(1), z.maxLength(limits.pushOperations, 'At most 100 operations a push')),
})
export type PushRequest = z.infer<typeof pushRequest>

export const parkedReason = z.enum([
  'business_paused',
  'rights_withdrawn',
  /** It came from a till, and the staff member could not be verified. */
  'staff_unproved',
  /** It was sealed at a sign-out, and the ticket does not prove that its author made it. */
  'seal_unproved',
  /** A reward was handed over beyond the owner's limits. */
  'trust_exceeded',
  'outbox_silent',
  'member_not_arrived',
  /** The purchase or redemption it depends on has not arrived yet. */
  'work_not_arrived',
  'server_error',
  /** A newer app version made it: it counts once the server has been updated. */
  'version_newer',
])
export type ParkedReason = z.infer<typeof parkedReason>

/** Reasons that need the owner's decision; other work is applied once its reason is gone. */
export const decidedReasons: readonly ParkedReason[] = [
  'rights_withdrawn',
  'staff_unproved',
  'seal_unproved',
  'trust_exceeded',
  'outbox_silent',
  'server_error',
]

/** Work that the server holds, with the reason; an owner may end any of it. */
export const parkedOperation = z.object({
  operationId: uuid,
  name: z.string(),
  payload: z.unknown(),
  reason: parkedReason,
  accountId: z.nullable(uuid),
  madeAt: instant,
  receivedAt: instant,
})
export type ParkedOperation = z.infer<typeof parkedOperation>

/** Without ids it applies to all parked work that needs a person's decision. */
export const parkedDecision = z.object({
  operationIds: z.optional(z.array(uuid).check(z.maxLength(1000))),
  accept: z.boolean(),
})

const idPattern = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
/** Comma-separated ids of operations, or `none`. */
export const parkedIds = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(none|${idPattern}(,${idPattern}){0,${limits.pullParked - 1}})$`),
      'These are not valid ids',
    ),
  )

export const verdictStatus = z.enum(['applied', 'refused', 'parked', 'discarded'])
export const verdict = z.object({
  operationId: uuid,
  status: verdictStatus,
  /**
   * The business's version that includes the effect; the overlay ends when the cursor reaches it.
   */
  version: z.number(),
  /** If refused, a code of refusal.ts; if parked, a parked reason. */
  code: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
  /**
   * The operation's result: a coupon's code, or the member it was moved to. If refused, the
   * instants and days that the message mentions: `usedAt`, `expiredAt`, `expiredOn`.
   */
  result: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})
export type Verdict = z.infer<typeof verdict>

/** The tables on a device; each row has an id. */
const deviceTables = {
  business,
  customer,
  reward,
  qrCode,
  coupon: heldCoupon,
  purchase,
  pointsEntry,
  memberJoin,
} as const
export type DeviceTable = keyof typeof deviceTables
export const tableNames = Object.keys(deviceTables) as DeviceTable[]
export type DeviceRow<Table extends DeviceTable> = z.infer<(typeof deviceTables)[Table]>

/** Staff do not get some fields, or get them masked (docs/product.md, "Who uses it"). */
export const view = z.enum(['owner', 'staff'])
export type View = z.infer<typeof view>

/** The business's version that last changed the row; part of the checksum. */
const versioned = { version: z.optional(z.number()) }

/** Lets a device check that it holds the server's rows (checksum.ts). */
export const checksum = z.object({
  /** For purchases, points entries and coupons, only newer rows count. */
  since: instant,
  tables: z.partialRecord(z.enum(tableNames), z.object({ count: z.number(), sum: z.number() })),
})
export type Checksum = z.infer<typeof checksum>

export const pullAnswer = z.object({
  epoch: z.string(),
  /** Opaque to the device, which sends it back. */
  cursor: z.string(),
  /** The version that the device has reached once `more` is false. */
  version: z.number(),
  view,
  /** 'snapshot' pages replace the rows, 'changes' pages are applied to them. */
  kind: z.enum(['snapshot', 'changes']),
  more: z.boolean(),
  progress: z.nullable(z.object({ rows: z.number(), total: z.number() })),
  rows: z.partial(
    z.object({
      business: z.array(z.extend(business, versioned)),
      customer: z.array(z.extend(customer, versioned)),
      reward: z.array(z.extend(reward, versioned)),
      qrCode: z.array(z.extend(qrCode, versioned)),
      coupon: z.array(z.extend(heldCoupon, versioned)),
      purchase: z.array(z.extend(purchase, versioned)),
      pointsEntry: z.array(z.extend(pointsEntry, versioned)),
      memberJoin: z.array(z.extend(memberJoin, versioned)),
    }),
  ),
  tombstones: z.array(z.object({ table: z.string(), id: uuid })),
  /** Final verdicts of operations that had been parked. */
  verdicts: z.array(verdict),
  /** The checksum at `version`, if the device asked for it and this answer completes its rows. */
  checksum: z.nullable(checksum),
})
export type PullAnswer = z.infer<typeof pullAnswer>

export const pushAnswer = z.object({
  epoch: z.string(),
  verdicts: z.array(verdict),
  /** The next sequence number the server expects from this outbox. */
  expected: z.number(),
  /** How many numbers below that never arrived. */
  missing: z.number(),
  /** Device clock minus server clock. */
  skewMs: z.number(),
  /** If the device named its cursor: what a pull from there would answer now, in one request. */
  pull: z.optional(pullAnswer),
})
export type PushAnswer = z.infer<typeof pushAnswer>

/**
 * Lets a device seal unsent work at a sign-out: the server's public key (JWK, P-256) for an ECDH-ES
 * JWE, and a ticket that names the account, the session and the outbox it vouches for.
 */
export const sealKey = z.object({
  publicKey: z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() }),
  ticket: z.string(),
})
export type SealKey = z.infer<typeof sealKey>

/**
 * The content of a seal: the ticket, and a push as it would have been sent. Its operations are
 * judged one by one, so a bad one does not affect the others.
 */
export const sealedContent = z.object({
  ticket: z.string(),
  /** The same in all seals of one sign-out; earlier releases send none. */
  sealingId: z.optional(uuid),
  push: z.object({
    outboxId: uuid,
    deviceNow: claimedInstant,
    /**
     * How far the device's clock was ahead at the server's last answer; absent if it never got one,
     * and from earlier releases.
     */
    skewMs: z.optional(z.number()),
    operations: z.array(z.unknown()).check(z.maxLength(limits.pushOperations)),
  }),
})

export type SealedContent = z.infer<typeof sealedContent>

/** Compact JWEs, sent unread by the next person who signs in on this device. */
export const sealedWork = z.object({
  sealed: z
    .array(z.string().check(z.maxLength(limits.sealBytes)))
    .check(z.minLength(1), z.maxLength(100)),
})
/** In the order sent: accepted (and judged), or encrypted or signed by someone else. */
export const sealedAnswer = z.object({
  outcomes: z.array(z.enum(['taken', 'unreadable'])),
})
