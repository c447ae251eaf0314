/**
 * A customer. Within a business, `id` is the member id, which opens nothing; on the customer's own
 * page and in the answer to a sign-up, `id` is the key that opens their page (docs/product.md).
 */
import * as z from 'zod/mini'
import { coupon } from './coupon.ts'
import { instant, uuid } from './id.ts'
import { transaction } from './points.ts'
import { publicBusiness } from './public-business.ts'
import { reward } from './reward.ts'
import { digitsOf } from './typed-text.ts'

export const customer = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  /** Masked for staff. */
  email: z.string(),
  /** Only the last four digits for staff. */
  phone: z.nullable(z.string()),
  points: z.number(),
  /** The fraction of a point earned so far, in ten-thousandths. */
  pointsCarry: z.optional(z.number()),
  totalSpent: z.string(),
  createdAt: instant,
  /** The team's note; only on devices of the business. */
  note: z.optional(z.nullable(z.string())),
  /** A mail server reported that the mailbox does not exist. */
  mailFails: z.optional(z.boolean()),
  /**
   * The mailbox that does not exist was never proved, so another address counts at once, without a
   * link; only on owners' devices.
   */
  movesEmailAtOnce: z.optional(z.boolean()),
  /** An import brought them over, so their first day here is no sign-up. */
  imported: z.optional(z.boolean()),
  /**
   * Their address once the link mailed there is pressed; only on owners' devices. Null on a device
   * whose correction has not reached the server.
   */
  pendingEmail: z.optional(z.object({ address: z.string(), until: z.nullable(instant) })),
  /** An owner asked to erase them, and why; only on owners' devices. */
  erasure: z.optional(z.object({ dueAt: instant, reason: z.string() })),
  /** The consents they gave; only on owners' devices. */
  consents: z.optional(z.array(z.enum(['email', 'sms', 'push']))),
})
export type Customer = z.infer<typeof customer>

/** `GET /api/customer/{customerId}`; e-mail and phone are masked. */
export const customerPage = z.object({
  customer: z.extend(customer, { memberId: uuid }),
  business: publicBusiness,
  transactions: z.array(transaction),
  availableRewards: z.array(reward),
  coupons: z.array(coupon),
  /** True until the owner has decided on the welcome. */
  welcomeHeld: z.boolean(),
})
export type CustomerPage = z.infer<typeof customerPage>

/** 'ada@example.com' → 'a•••@example.com' */
export function maskEmail(address: string): string {
  if (address === '') return ''
  const at = address.lastIndexOf('@')
  const first = [...address][0] ?? ''
  return `${first}•••${address.slice(at)}`
}

/** '+1 555 010 0199' → '••• 0199': the last four digits, which staff may search for. */
export function maskPhone(number: string | null): string | null {
  if (!number) return null
  return `••• ${digitsOf(number).slice(-4)}`
}
