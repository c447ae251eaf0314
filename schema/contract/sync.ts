/**
 * The messages of push and pull (docs/sync-protocol.md). Plain JSON; unknown fields are ignored,
 * so that old and new versions can talk.
 */
import * as z from 'zod/mini'
import { business } from './business.ts'
import { heldCoupon } from './coupon.ts'
import { customer } from './customer.ts'
import { claimedInstant, instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { pointsEntry, purchase } from './points.ts'
import { qrCode } from './qr-code.ts'
import { reward } from './reward.ts'
import { staffClaim } from './till.ts'

export const pushedOperation = z.object({
  operationId: uuid,
  /** Consecutive from 1 within an outbox. */
  seq: z.number().check(z.int(), z.gte(1)),
  name: z.string().check(z.maxLength(64)),
  v: z.int32().check(z.gte(1)),
  /** The device's claim, never used for order (docs/sync-protocol.md). */
  madeAt: claimedInstant,
  /** True when a person took it back before it was sent; the number is kept. */
  discarded: z.optional(z.boolean()),
  /** The operation that this one is an edit of: of the two, at most one counts (Applying 4). */
  replaces: z.optional(uuid),
  payload: z.unknown(),
  /** Of a till: who worked it. Without a proof the owner decides (Push 2). */
  staff: z.optional(staffClaim),
})
export type PushedOperation = z.infer<typeof pushedOperation>

export const pushRequest = z.object({
  outboxId: uuid,
  deviceNow: claimedInstant,
  /** The highest number this outbox has given: how far a queue goes that comes in several parts. */
  lastSeq: z.optional(z.number().check(z.int(), z.gte(1))),
  operations: z
    .array(pushedOperation)
    .check(z.minLength(1), z.maxLength(limits.pushOperations, 'At most 100 operations a push')),
})
export type PushRequest = z.infer<typeof pushRequest>

export const parkedReason = z.enum([
  'business_paused',
  'rights_withdrawn',
  /** It came from a till, and who worked the till could not be verified. */
  'staff_unproved',
  /** It was sealed at a sign-out, and the ticket does not prove that its author made it. */
  'seal_unproved',
  /** A reward was handed over beyond the owner's limits for that. */
  'trust_exceeded',
  'outbox_silent',
  'member_not_arrived',
  /** What it builds on, a purchase or a redemption, has not arrived yet. */
  'work_not_arrived',
  'server_error',
  /** A newer version of the app made it: it counts once the server is as new. */
  'version_newer',
])
export type ParkedReason = z.infer<typeof parkedReason>

/** Work that the server holds, with why: an owner may end any of it. */
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

/** Without ids it is about all that only a person can decide. */
export const parkedDecision = z.object({
  operationIds: z.optional(z.array(uuid).check(z.maxLength(1000))),
  accept: z.boolean(),
})

export const verdictStatus = z.enum(['applied', 'refused', 'parked', 'discarded'])
export const verdict = z.object({
  operationId: uuid,
  status: verdictStatus,
  /** The business's version that holds the effect; the overlay ends when the cursor reaches it. */
  version: z.number(),
  /** Of a refused one: a code of refusal.ts; of a parked one: a parked reason. */
  code: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
  /**
   * What the operation brought: a coupon's code, the member it followed to. Of a refused one the
   * instants and days that its sentence names: `usedAt`, `expiredAt`, `expiredOn`.
   */
  result: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})
export type Verdict = z.infer<typeof verdict>

export const pushAnswer = z.object({
  epoch: z.string(),
  verdicts: z.array(verdict),
  /** The next sequence number the server expects of this outbox. */
  expected: z.number(),
  /** Device clock minus server clock. */
  skewMs: z.number(),
})
export type PushAnswer = z.infer<typeof pushAnswer>

/** The tables a device holds; each row goes by its id. */
export const deviceTables = {
  business,
  customer,
  reward,
  qrCode,
  coupon: heldCoupon,
  purchase,
  pointsEntry,
} as const
export type DeviceTable = keyof typeof deviceTables
export const tableNames = Object.keys(deviceTables) as DeviceTable[]
export type DeviceRow<Table extends DeviceTable> = z.infer<(typeof deviceTables)[Table]>

/** Fields that staff do not get, or get masked (docs/product.md). */
export const view = z.enum(['owner', 'staff'])
export type View = z.infer<typeof view>

/** The business's version that last changed the row: what a checksum is made of. */
const versioned = { version: z.optional(z.number()) }

/** How to tell whether a device holds what the server has (checksum.ts). */
export const checksum = z.object({
  /** Of purchases, points entries and coupons, only what is newer counts. */
  since: instant,
  tables: z.partialRecord(z.enum(tableNames), z.object({ count: z.number(), sum: z.number() })),
})
export type Checksum = z.infer<typeof checksum>

export const pullAnswer = z.object({
  epoch: z.string(),
  /** Opaque to the device; hand it back. */
  cursor: z.string(),
  /** The version up to which this device is whole once `more` is false. */
  version: z.number(),
  view,
  /** 'snapshot' pages replace what was there, 'changes' pages are laid over it. */
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
    }),
  ),
  tombstones: z.array(z.object({ table: z.string(), id: uuid })),
  /** Final verdicts of operations that had been parked. */
  verdicts: z.array(verdict),
  /** Of the version, when the device asked for it and is whole with this answer. */
  checksum: z.nullable(checksum),
})
export type PullAnswer = z.infer<typeof pullAnswer>

/**
 * What a device needs to seal unsent work at a sign-out: the server's public key (JWK, P-256) for
 * an ECDH-ES JWE, and a ticket that names the account, the session and the outbox it vouches for.
 */
export const sealKey = z.object({
  publicKey: z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() }),
  ticket: z.string(),
})
export type SealKey = z.infer<typeof sealKey>

/**
 * Inside the seal: the ticket, and a push as it would have been sent. Its operations are judged one
 * by one: a bad one takes no others along.
 */
export const sealedContent = z.object({
  ticket: z.string(),
  /** The same in all seals of one sign-out; earlier releases name none. */
  sealingId: z.optional(uuid),
  push: z.object({
    outboxId: uuid,
    deviceNow: claimedInstant,
    operations: z.array(z.unknown()).check(z.maxLength(limits.pushOperations)),
  }),
})

export type SealedContent = z.infer<typeof sealedContent>

/** Compact JWEs, handed over unread by whoever signs in next on this device. */
export const sealedWork = z.object({
  sealed: z
    .array(z.string().check(z.maxLength(limits.sealBytes)))
    .check(z.minLength(1), z.maxLength(100)),
})
/** In the order handed in: taken up (and judged), or encrypted or signed by someone else. */
export const sealedAnswer = z.object({
  outcomes: z.array(z.enum(['taken', 'unreadable'])),
})
