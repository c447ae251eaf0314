/** What super admins see and make: invites, staff, tenants, statistics, the audit log. */
import * as z from 'zod/mini'
import { role } from './account.ts'
import { businessName } from './business.ts'
import { instant, uuid } from './id.ts'
import { email } from './person.ts'

export const invite = z.object({
  id: uuid,
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
  createdAt: instant,
  lastSeenAt: z.nullable(instant),
})
export type StaffMember = z.infer<typeof staffMember>
export const newStaff = z.object({ email })

export const platformStats = z.object({
  totalTenants: z.number(),
  totalCustomers: z.number(),
  totalScans: z.number(),
  rewardsRedeemed: z.number(),
})
export type PlatformStats = z.infer<typeof platformStats>

export const auditRecord = z.object({
  id: uuid,
  happenedAt: instant,
  actorKind: z.string(),
  actorName: z.nullable(z.string()),
  /** What was done, in the words of the catalogues: 'account.signIn', 'purchase.record'. */
  act: z.string(),
  subject: z.nullable(z.string()),
  outcome: z.enum(['done', 'refused', 'parked']),
  code: z.nullable(z.string()),
  network: z.nullable(z.string()),
})
export type AuditRecord = z.infer<typeof auditRecord>
