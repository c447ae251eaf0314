/** How super admins find, view and change businesses. */
import * as z from 'zod/mini'
import { business, businessStatus, plan } from './business.ts'
import { instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { staffMember } from './platform.ts'
import { businessType } from './public-business.ts'

/** Filters businesses by words in name and email or by id, and by status, plan and type. */
export const tenantFilter = z.object({
  q: z.optional(z.string().check(z.maxLength(limits.searchLength))),
  status: z.optional(businessStatus),
  plan: z.optional(plan),
  businessType: z.optional(businessType),
})
export type TenantFilter = z.infer<typeof tenantFilter>

/** A minus sign means descending. The default is newest first. */
export const tenantSort = z.enum(['-created', 'created', 'name', '-name'])
export type TenantSort = z.infer<typeof tenantSort>

/** Plans that an owner may request; a trial is only given once. */
export const planRequest = z.object({ plan: z.enum(['pro', 'enterprise']) })

/** One change of many businesses at once. */
export const tenantChanges = z.object({
  businessIds: z
    .array(uuid)
    .check(z.minLength(1, 'Choose a business'), z.maxLength(limits.tenantsAtOnce)),
  suspended: z.optional(z.boolean()),
  plan: z.optional(plan),
})
/** A change of many businesses: an undo within minutes names its id, which is null if none changed. */
export const changedTenants = z.object({ changeId: z.nullable(uuid), count: z.number() })
/** `changedSince` of them were changed again, and stay so. */
export const undoneTenants = z.object({ count: z.number(), changedSince: z.number() })

/** Super admins' notes about a business; its own people never see them. */
export const tenantNote = z.object({
  id: uuid,
  text: z.string(),
  writtenAt: instant,
  /** Null once the author's account was erased. */
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

/** One business on a page: its people, usage and notes. */
export const tenantPage = z.object({
  business,
  people: z.array(staffMember),
  usage: z.object({
    customers: z.number(),
    /** For the last 30 days. */
    signUps: z.number(),
    scans: z.number(),
    purchases: z.number(),
    redemptions: z.number(),
    revenue: z.string(),
    /** When anything last happened; null for never. */
    lastActiveAt: z.nullable(instant),
  }),
  /** Welcomes and campaign mails that wait because of the business's daily limit. */
  mailsHeld: z.optional(z.number()),
  notes: z.array(tenantNote),
})
export type TenantPage = z.infer<typeof tenantPage>
