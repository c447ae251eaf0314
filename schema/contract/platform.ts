/** What super admins see and make: invites, staff, tenants, statistics, the audit log. */
import * as z from 'zod/mini'
import { role } from './account.ts'
import { businessName, features, plan } from './business.ts'
import { instant, uuid } from './id.ts'
import { email } from './person.ts'

export const invite = z.object({
  id: uuid,
  /** Empty where the server can say it no more, after its secret changed: resending makes a new one. */
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
  /** Until when an invite stands; null for who works here. */
  expiresAt: z.nullable(instant),
  createdAt: instant,
  lastSeenAt: z.nullable(instant),
  hasPin: z.boolean(),
  /** Absent from servers of before there were any. */
  hasSecondFactor: z.optional(z.boolean()),
})
export type StaffMember = z.infer<typeof staffMember>
export const newStaff = z.object({ email })
export const staffRole = z.object({ role: z.enum(['business_admin', 'staff']) })

/** What the platform changes of a business: its standing, plan and features. */
export const businessChanges = z.object({
  suspended: z.optional(z.boolean()),
  plan: z.optional(plan),
  features: z.optional(z.partial(features)),
})
export const erasure = z.object({ email })

/** Percent by which the last 30 days differ from the 30 before; null without earlier figures. */
const trend = z.nullable(z.number())
export const platformStats = z.object({
  totalTenants: z.number(),
  totalCustomers: z.number(),
  /** Of the last 30 days. */
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
  /** Null for what belongs to no business. */
  businessId: z.nullable(uuid),
  /** As it is called today. Absent from servers and in rows kept before there was one. */
  businessName: z.optional(z.nullable(z.string())),
  happenedAt: instant,
  actorKind: z.string(),
  actorId: z.nullable(uuid),
  /** As the person is called today; null once erased, and for who has no account. */
  actorName: z.nullable(z.string()),
  /** What was done, in the words of the catalogs: 'account.signIn', 'purchase.record'. */
  act: z.string(),
  subject: z.nullable(z.string()),
  outcome: z.enum(['done', 'refused', 'parked']),
  code: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** Of an applied operation: the customer, as they are called today; null once erased. */
  customer: z.nullable(z.object({ memberId: uuid, name: z.nullable(z.string()) })),
  /** Of a purchase and its reversal, in dollars. */
  amount: z.nullable(z.string()),
  /** Earned, or below zero taken; of a redemption its price. */
  points: z.nullable(z.number()),
})
export type AuditRecord = z.infer<typeof auditRecord>
/** One or several, divided by commas. */
export const actFilter = /^[A-Za-z.]{1,60}(,[A-Za-z.]{1,60}){0,9}$/
/**
 * `act` is a name or the beginning of some: 'auth.login', 'auth.,account.'; `actor` the account of
 * the person; `since` and `before` an instant each, the first with it, the second without.
 */
export const auditFilter = {
  act: z.optional(z.string().check(z.regex(actFilter, 'This is not the name of an act'))),
  actor: z.optional(uuid),
  since: z.optional(instant),
  before: z.optional(instant),
  outcome: z.optional(z.enum(['done', 'refused', 'parked'])),
}
