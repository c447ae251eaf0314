/**
 * The catalogue of everything that a device may queue. One name from thumb to ledger: the form's
 * call, the outbox row, the push body, the server's executor, the audit line and the label.
 * A changed meaning is a new `v`; the server keeps executors for old ones (sync.md 16).
 */
import * as z from 'zod/mini'
import { couponCode } from './coupon.ts'
import { type SignUpByStaff, signUpByStaff } from './customer.ts'
import { instant, signUpCode, uuid } from './id.ts'
import { limits } from './limits.ts'
import { amount } from './money.ts'
import type { Role } from './permission.ts'

/** Who may ask: people with an account by role, a visitor, the holder of a customer's key. */
export type Asker = Exclude<Role, 'super_admin'> | 'visitor' | 'customer'

interface OperationEntry<Payload extends z.ZodMiniType> {
  v: number
  payload: Payload
  askers: readonly Asker[]
  /** What the outbox page and the audit log call it. */
  label: string
  /** The id of what it brings into being: what depends on that id depends on this operation. */
  creates: (payload: z.infer<Payload>) => string | null
  /** Ids that must exist before it. */
  needs: (payload: z.infer<Payload>) => string[]
}

function operation<Payload extends z.ZodMiniType>(entry: OperationEntry<Payload>) {
  return entry
}

const counter: readonly Asker[] = ['business_admin', 'staff']

export const operations = {
  'customer.signUp': operation({
    v: 1,
    payload: signUpByStaff,
    askers: [...counter, 'visitor'],
    label: 'Sign-up',
    creates: (payload: SignUpByStaff) => payload.memberId,
    needs: () => [],
  }),
  'purchase.record': operation({
    v: 1,
    payload: z.object({
      purchaseId: uuid,
      memberId: uuid,
      amount,
      note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(limits.noteLength)))),
    }),
    askers: counter,
    label: 'Purchase',
    creates: (payload) => payload.purchaseId,
    needs: (payload) => [payload.memberId],
  }),
  'purchase.reverse': operation({
    v: 1,
    payload: z.object({ purchaseId: uuid, memberId: uuid }),
    askers: counter,
    label: 'Reversal',
    creates: () => null,
    needs: (payload) => [payload.memberId, payload.purchaseId],
  }),
  'reward.redeem': operation({
    v: 1,
    payload: z.object({
      couponId: uuid,
      memberId: uuid,
      rewardId: uuid,
      /** The price the person saw; a higher one is refused, a lower one is charged. */
      pointsSeen: z.number().check(z.int(), z.gte(0), z.lte(limits.pointsMax)),
    }),
    askers: [...counter, 'customer'],
    label: 'Redemption',
    creates: (payload) => payload.couponId,
    needs: (payload) => [payload.memberId],
  }),
  'redemption.undo': operation({
    v: 1,
    payload: z.object({ couponId: uuid, memberId: uuid }),
    askers: counter,
    label: 'Undone redemption',
    creates: () => null,
    needs: (payload) => [payload.memberId, payload.couponId],
  }),
  'coupon.use': operation({
    v: 1,
    payload: z.object({ code: couponCode }),
    askers: counter,
    label: 'Coupon',
    creates: () => null,
    needs: () => [],
  }),
  'scan.record': operation({
    v: 1,
    payload: z.object({ scanId: uuid, code: signUpCode, scannedAt: instant }),
    askers: [...counter, 'visitor'],
    label: 'Scan',
    creates: () => null,
    needs: () => [],
  }),
} as const

export type OperationName = keyof typeof operations
export type OperationPayload<Name extends OperationName> = z.infer<
  (typeof operations)[Name]['payload']
>

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name)
}

/** The typed view of one entry for code that treats all operations alike. */
export function operationEntry(name: OperationName): OperationEntry<z.ZodMiniType> {
  return operations[name] as unknown as OperationEntry<z.ZodMiniType>
}
