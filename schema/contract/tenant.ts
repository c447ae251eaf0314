/** Businesses as a super admin finds, changes and looks at them. */
import * as z from 'zod/mini'
import { business, businessStatus, businessType, plan } from './business.ts'
import { instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { staffMember } from './platform.ts'

/** Which businesses: by words in name and email or by its id, status, plan and type. */
export const tenantFilter = z.object({
  q: z.optional(z.string().check(z.maxLength(limits.searchLength))),
  status: z.optional(businessStatus),
  plan: z.optional(plan),
  businessType: z.optional(businessType),
})
export type TenantFilter = z.infer<typeof tenantFilter>

/** In which order; a minus sign turns it around. Newest first where none is asked for. */
export const tenantSort = z.enum(['-created', 'created', 'name', '-name'])
export type TenantSort = z.infer<typeof tenantSort>

/** What an owner may ask for: a trial is had once. */
export const planRequest = z.object({ plan: z.enum(['pro', 'enterprise']) })

/** One change of many businesses at once. */
export const tenantChanges = z.object({
  businessIds: z
    .array(uuid)
    .check(z.minLength(1, 'Choose a business'), z.maxLength(limits.tenantsAtOnce)),
  suspended: z.optional(z.boolean()),
  plan: z.optional(plan),
})
/** How the businesses that changed stood before: what an undo sends back. */
export const tenantStanding = z.object({ id: uuid, suspended: z.boolean(), plan })
export type TenantStanding = z.infer<typeof tenantStanding>

/** What super admins tell each other about a business; its own people never see it. */
export const tenantNote = z.object({
  id: uuid,
  text: z.string(),
  writtenAt: instant,
  /** Null once their account was erased. */
  author: z.nullable(z.string()),
})
export type TenantNote = z.infer<typeof tenantNote>
export const newTenantNote = z.object({
  text: z
    .string('Write a note')
    .check(
      z.trim(),
      z.minLength(1, 'Write a note'),
      z.maxLength(limits.tenantNoteLength, `Use ${limits.tenantNoteLength} characters or fewer`),
    ),
})

/** One business on a page: who works there, what they use, what was noted. */
export const tenantPage = z.object({
  business,
  people: z.array(staffMember),
  usage: z.object({
    customers: z.number(),
    /** Of the last 30 days. */
    signUps: z.number(),
    scans: z.number(),
    purchases: z.number(),
    redemptions: z.number(),
    revenue: z.string(),
    /** When anything last happened; null for never. */
    lastActiveAt: z.nullable(instant),
  }),
  /** Welcomes and campaign mails that wait because of the business's daily ceiling. */
  mailsHeld: z.optional(z.number()),
  notes: z.array(tenantNote),
})
export type TenantPage = z.infer<typeof tenantPage>
