/** The super admins' data: invites, staff, tenants, statistics, the audit log. */
import * as z from 'zod/mini'
import { role } from './account.ts'
import { businessName, features, plan } from './business.ts'
import { correctable } from './correction.ts'
import { instant, uuid } from './id.ts'
import { email } from './person.ts'

export const invite = z.object({
  id: uuid,
  /**
   * Empty if the server can no longer decrypt it after its secret changed; resending makes a new
   * one.
   */
  code: z.string(),
  businessName: z.string(),
  email: z.string(),
  used: z.boolean(),
  expiresAt: instant,
})
export type Invite = z.infer<typeof invite>
export const newInvite = z.object({ businessName, email })

export const staffMember = z.object({
  /** An account's id, or an invite's while `pending`. */
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  pending: z.boolean(),
  /** When the invite expires; null for a person who already works here. */
  expiresAt: z.nullable(instant),
  createdAt: instant,
  lastSeenAt: z.nullable(instant),
  hasPin: z.boolean(),
  /** Absent from servers older than this field. */
  hasSecondFactor: z.optional(z.boolean()),
})
export type StaffMember = z.infer<typeof staffMember>
export const newStaff = z.object({ email })
export const staffRole = z.object({ role: z.enum(['business_admin', 'staff']) })

/** Platform-level changes of a business: suspension, plan and features. */
export const businessChanges = z.object({
  suspended: z.optional(z.boolean()),
  plan: z.optional(plan),
  features: z.optional(z.partial(features)),
})
export const erasure = z.object({ email })

/** Change in percent from the 30 days before to the last 30 days; null without earlier figures. */
const trend = z.nullable(z.number())
export const platformStats = z.object({
  totalTenants: z.number(),
  totalCustomers: z.number(),
  /** For the last 30 days. */
  totalScans: z.number(),
  rewardsRedeemed: z.number(),
  trends: z.object({
    totalTenants: trend,
    totalCustomers: trend,
    totalScans: trend,
    rewardsRedeemed: trend,
  }),
})
export type PlatformStats = z.infer<typeof platformStats>

export const auditRecord = z.object({
  id: uuid,
  /** null if the record belongs to no business. */
  businessId: z.nullable(uuid),
  /** The current name. Absent from older servers, and in rows stored before this field existed. */
  businessName: z.optional(z.nullable(z.string())),
  happenedAt: instant,
  actorKind: z.string(),
  actorId: z.nullable(uuid),
  /** The person's current name; null once erased, and for actors without an account. */
  actorName: z.nullable(z.string()),
  /** The action, as the catalogs name it: 'account.signIn', 'purchase.record'. */
  act: z.string(),
  subject: z.nullable(z.string()),
  outcome: z.enum(['done', 'refused', 'parked']),
  code: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** For an operation in a business's own log: the customer by their current name; null once erased. */
  customer: z.nullable(z.object({ memberId: uuid, name: z.nullable(z.string()) })),
  /** For a purchase or its reversal, in dollars; for a refused or held purchase, what was asked. */
  amount: z.nullable(z.string()),
  /** Earned points, or negative if taken; for a redemption, its price. */
  points: z.nullable(z.number()),
  /** For work on a reward or its coupon in a business's own log: what it was called then. */
  reward: z.optional(z.string()),
  /** For an adjustment of points in a business's own log; absent once the customer is erased. */
  reason: z.optional(z.string()),
  /** For a correction of a customer: the fields, without values. */
  changed: z.optional(z.array(z.enum(correctable))),
  /** For a change of several businesses: their number, and until when it can be undone, if it can. */
  businesses: z.optional(z.object({ count: z.number(), undoUntil: z.nullable(instant) })),
})
export type AuditRecord = z.infer<typeof auditRecord>
/** One or more, separated by commas. */
export const actFilter = /^[A-Za-z.]{1,60}(,[A-Za-z.]{1,60}){0,9}$/
/**
 * `act` is a list of names or prefixes: 'auth.login', 'auth.,account.'; `actor` is the person's
 * account; `since` is inclusive, `before` exclusive.
 */
export const auditFilter = {
  act: z.optional(z.string().check(z.regex(actFilter, 'This is not the name of an act'))),
  actor: z.optional(uuid),
  since: z.optional(instant),
  before: z.optional(instant),
  outcome: z.optional(z.enum(['done', 'refused', 'parked'])),
}
