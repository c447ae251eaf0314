/**
 * The catalog of everything that a device may queue. One name is used throughout: for the form's
 * call, the outbox row, the push body, the server's executor, the audit line and the label. A
 * changed meaning gets a new `v`; devices may hold earlier versions for a year, so each stays here
 * and keeps an executor (docs/sync-protocol.md, "Versions").
 */
import * as z from 'zod/mini'
import { changedCampaign, newCampaign } from './campaign.ts'
import { changedCustomer, changedDetails } from './correction.ts'
import { couponCode, usedCoupon, usedCouponV2, usedCouponV3 } from './coupon.ts'
import { tender } from './earning.ts'
import { uuid } from './id.ts'
import { limits } from './limits.ts'
import { memberJoining, memberSeparation, namedPair } from './member-join.ts'
import { amount } from './money.ts'
import type { Role } from './permission.ts'
import { changedProgram, changedProgramBeforeAsking, earlierChangedProgram } from './program.ts'
import { changedReward, newReward } from './reward.ts'
import { type SignUpByStaff, signUpByStaff, signUpByVisitor, signUpWithEmail } from './sign-up.ts'

/** Makers of an operation: accounts by role, a visitor, or the holder of a customer's key. */
export type Asker = Exclude<Role, 'super_admin'> | 'visitor' | 'customer'

/** The versions before this one; the compiler requires each of them. */
type Below<V extends number, Counted extends unknown[] = [unknown]> = Counted['length'] extends V
  ? never
  : Counted['length'] | Below<V, [...Counted, unknown]>

type EarlierSchemas<V extends number> = { [Earlier in Below<V>]: { payload: z.ZodMiniType } }

/** A payload of an earlier version, and its conversion to the current one. */
type Earlier<Schemas, Payload> = {
  [V in keyof Schemas]: Schemas[V] extends { payload: infer Schema extends z.ZodMiniType }
    ? { payload: Schema; toCurrent: (earlier: z.infer<Schema>) => Payload }
    : never
}

interface OperationEntry<V extends number, Payload extends z.ZodMiniType, Schemas> {
  v: V
  payload: Payload
  /** The payload of a visitor, if it has more fields than staff may send. */
  byVisitor?: z.ZodMiniType
  earlier: Schemas & Earlier<Schemas, z.infer<Payload>>
  askers: readonly Asker[]
  /** The id of what it creates: operations that need that id depend on this one. */
  creates: (payload: z.infer<Payload>, operationId: string) => string | null
  /**
   * Ids that must exist before it. The fields that these two functions read keep their names in
   * every version.
   */
  needs: (payload: z.infer<Payload>) => string[]
}

function operation<
  const V extends number,
  Payload extends z.ZodMiniType,
  Schemas extends EarlierSchemas<V>,
>(entry: OperationEntry<V, Payload, Schemas>) {
  return entry
}

const counter: readonly Asker[] = ['business_admin', 'staff']
const owners: readonly Asker[] = ['business_admin']

const recordedPurchase = {
  purchaseId: uuid,
  memberId: uuid,
  amount,
  note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(limits.noteLength)))),
}

/** Empty for no note. */
const customerNote = z
  .string()
  .check(
    z.trim(),
    z.maxLength(limits.customerNoteLength, `Use ${limits.customerNoteLength} characters or fewer`),
  )

interface Recorded {
  purchaseId: string
  memberId: string
  amount: string
  note?: string | null | undefined
}

/** Earns by the rule in force when it arrives. */
const asRecorded = (earlier: Recorded): Recorded => earlier

export const operations = {
  'customer.signUp': operation({
    v: 2,
    earlier: {
      1: {
        payload: signUpWithEmail,
        toCurrent: (earlier: z.infer<typeof signUpWithEmail>) => earlier,
      },
    },
    payload: signUpByStaff,
    byVisitor: signUpByVisitor,
    askers: [...counter, 'visitor'],
    creates: (payload: SignUpByStaff) => payload.memberId,
    needs: () => [],
  }),
  'purchase.record': operation({
    v: 2,
    earlier: { 1: { payload: z.object(recordedPurchase), toCurrent: asRecorded } },
    /** `ruleId`: the earning rule that the cashier saw. */
    payload: z.object({
      ...recordedPurchase,
      ruleId: z.optional(uuid),
      tender: z.optional(tender),
    }),
    askers: counter,
    creates: (payload) => payload.purchaseId,
    needs: (payload) => [payload.memberId],
  }),
  'purchase.reverse': operation({
    v: 2,
    earlier: {
      1: {
        payload: z.object({ purchaseId: uuid, memberId: uuid }),
        toCurrent: (whole: { purchaseId: string; memberId: string }) => whole,
      },
    },
    /** Without an amount, all that is left of it. */
    payload: z.object({ purchaseId: uuid, memberId: uuid, amount: z.optional(amount) }),
    askers: counter,
    creates: () => null,
    needs: (payload) => [payload.memberId, payload.purchaseId],
  }),
  'points.adjust': operation({
    v: 1,
    earlier: {},
    payload: z.object({
      /** The id of its entry; in payloads of earlier apps, its operation's. */
      adjustmentId: z.optional(uuid),
      memberId: uuid,
      points: z.number('Enter a whole number of points').check(
        z.int('Enter a whole number of points'),
        z.gte(-limits.pointsMax, 'That is too many points'),
        z.lte(limits.pointsMax, 'That is too many points'),
        z.refine((points) => points !== 0, 'Enter how many points to add or take'),
      ),
      reason: z
        .string('Give a reason')
        .check(z.trim(), z.minLength(1, 'Give a reason'), z.maxLength(limits.noteLength)),
      /** Lets the balance go below zero; later points repay it. */
      acceptDebt: z.optional(z.boolean()),
      /** The entry of an earlier adjustment, which can be undone once. */
      undoes: z.optional(uuid),
    }),
    askers: owners,
    creates: ({ adjustmentId }, operationId) => adjustmentId ?? operationId,
    needs: ({ memberId, undoes }) => (undoes ? [memberId, undoes] : [memberId]),
  }),
  /**
   * `noteSeen`: the note before the edit. If another one is stored by now, it is not overwritten.
   */
  'customer.note': operation({
    v: 1,
    earlier: {},
    payload: z.object({
      memberId: uuid,
      note: customerNote,
      noteSeen: customerNote,
    }),
    askers: counter,
    creates: () => null,
    needs: (payload) => [payload.memberId],
  }),
  'customer.change': operation({
    v: 2,
    earlier: {
      1: {
        payload: changedDetails,
        toCurrent: (earlier: z.infer<typeof changedDetails>) => earlier,
      },
    },
    payload: changedCustomer,
    askers: [...counter, 'customer'],
    creates: () => null,
    needs: (payload) => [payload.memberId],
  }),
  /** Two members are one person: purchases, coupons and points of both count for the kept one. */
  'customer.join': operation({
    v: 1,
    earlier: {},
    payload: memberJoining,
    askers: owners,
    creates: () => null,
    needs: (payload) => [payload.keepId, payload.joinId],
  }),
  /** Undoes a join, for `limits.joinUndoDays`. */
  'customer.separate': operation({
    v: 1,
    earlier: {},
    payload: memberSeparation,
    askers: owners,
    creates: () => null,
    needs: (payload) => [payload.keepId, payload.joinId],
  }),
  /** Staff propose that an owner join two members. */
  'pair.propose': operation({
    v: 1,
    earlier: {},
    payload: namedPair,
    askers: counter,
    creates: () => null,
    needs: (payload) => [payload.oneId, payload.otherId],
  }),
  /** Two members are two people, so the list of pairs leaves them out. */
  'pair.separate': operation({
    v: 1,
    earlier: {},
    payload: namedPair,
    askers: counter,
    creates: () => null,
    needs: (payload) => [payload.oneId, payload.otherId],
  }),
  /** An owner gives a held welcome, or refuses it for good. */
  'welcome.decide': operation({
    v: 1,
    earlier: {},
    payload: z.object({ memberId: uuid, release: z.boolean() }),
    askers: owners,
    creates: () => null,
    needs: (payload) => [payload.memberId],
  }),
  'program.change': operation({
    v: 3,
    earlier: {
      1: {
        payload: earlierChangedProgram,
        toCurrent: (earlier: z.infer<typeof earlierChangedProgram>) => earlier,
      },
      2: {
        payload: changedProgramBeforeAsking,
        toCurrent: (earlier: z.infer<typeof changedProgramBeforeAsking>) => earlier,
      },
    },
    payload: changedProgram,
    askers: owners,
    creates: () => null,
    needs: () => [],
  }),
  'reward.create': operation({
    v: 1,
    earlier: {},
    payload: newReward,
    askers: owners,
    creates: (payload) => payload.rewardId,
    needs: () => [],
  }),
  'reward.change': operation({
    v: 1,
    earlier: {},
    payload: changedReward,
    askers: owners,
    creates: () => null,
    needs: (payload) => [payload.rewardId],
  }),
  'campaign.create': operation({
    v: 1,
    earlier: {},
    payload: newCampaign,
    askers: owners,
    creates: (payload) => payload.campaignId,
    needs: () => [],
  }),
  'campaign.change': operation({
    v: 1,
    earlier: {},
    payload: changedCampaign,
    askers: owners,
    creates: () => null,
    needs: (payload) => [payload.campaignId],
  }),
  'reward.redeem': operation({
    v: 1,
    earlier: {},
    payload: z.object({
      couponId: uuid,
      memberId: uuid,
      rewardId: uuid,
      /** The price the person saw; a higher one is refused, a lower one is charged. */
      pointsSeen: z.number().check(z.int(), z.gte(0), z.lte(limits.pointsMax)),
      /**
       * Handed to the customer before the server could confirm: the coupon counts as used at once.
       */
      handedOver: z.optional(z.boolean()),
    }),
    askers: [...counter, 'customer'],
    creates: (payload) => payload.couponId,
    needs: (payload) => [payload.memberId, payload.rewardId],
  }),
  'redemption.undo': operation({
    v: 1,
    earlier: {},
    payload: z.object({ couponId: uuid, memberId: uuid }),
    askers: counter,
    creates: () => null,
    needs: (payload) => [payload.memberId, payload.couponId],
  }),
  'coupon.use': operation({
    v: 4,
    earlier: {
      1: {
        payload: z.object({ code: couponCode }),
        toCurrent: ({ code }: { code: string }) => ({ code }),
      },
      2: {
        payload: usedCouponV2,
        toCurrent: (earlier: z.infer<typeof usedCouponV2>) => earlier,
      },
      3: {
        payload: usedCouponV3,
        toCurrent: (earlier: z.infer<typeof usedCouponV3>) => earlier,
      },
    },
    payload: usedCoupon,
    askers: counter,
    creates: ({ useId }) => useId ?? null,
    needs: () => [],
  }),
  'couponUse.undo': operation({
    v: 1,
    earlier: {},
    payload: z.object({ useId: uuid, couponId: uuid, memberId: uuid }),
    askers: counter,
    creates: () => null,
    needs: (payload) => [payload.memberId, payload.useId],
  }),
} as const

export type OperationName = keyof typeof operations
export type OperationPayload<Name extends OperationName> = z.infer<
  (typeof operations)[Name]['payload']
>

/** Every version of an operation that a device may still hold. */
export type OperationVersion<Name extends OperationName> =
  | (typeof operations)[Name]['v']
  | keyof (typeof operations)[Name]['earlier']

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name)
}

/** The typed view of one entry, for code that treats all operations alike. */
interface AnyOperation {
  v: number
  payload: z.ZodMiniType
  byVisitor?: z.ZodMiniType
  earlier: Record<number, { payload: z.ZodMiniType; toCurrent: (earlier: unknown) => unknown }>
  askers: readonly Asker[]
  creates: (payload: unknown, operationId: string) => string | null
  needs: (payload: unknown) => string[]
}

export function operationEntry(name: OperationName): AnyOperation {
  return operations[name] as unknown as AnyOperation
}

/** @returns the payload schema of this version; null for a version this release does not know */
export function payloadSchema(name: OperationName, v: number): z.ZodMiniType | null {
  const entry = operationEntry(name)
  return v === entry.v ? entry.payload : (entry.earlier[v]?.payload ?? null)
}

/** @returns a stored payload converted to the current version; null for an unknown version */
export function currentPayload<Name extends OperationName>(
  name: Name,
  v: number,
  payload: unknown,
): OperationPayload<Name> | null {
  const entry = operationEntry(name)
  const current = v === entry.v ? payload : (entry.earlier[v]?.toCurrent(payload) ?? null)
  return current as OperationPayload<Name> | null
}
