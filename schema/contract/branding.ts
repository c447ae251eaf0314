/** What a business looks like: its name and three colors; its logo has calls of its own. */
import * as z from 'zod/mini'
import { businessName } from './business.ts'
import { color } from './id.ts'

export const brandColors = z.object({
  primaryColor: color,
  secondaryColor: color,
  accentColor: color,
})
export type BrandColors = z.infer<typeof brandColors>

/** Only what is to change: two people who edit different things do not undo each other. */
export const brandColorChanges = z.partial(brandColors)
export const brandingChanges = z.extend(brandColorChanges, { name: z.optional(businessName) })
