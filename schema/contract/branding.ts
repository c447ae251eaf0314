/** A business's branding: its name and three colors; its logo has separate calls. */
import * as z from 'zod/mini'
import { businessName } from './business.ts'
import { color } from './id.ts'

export const brandColors = z.object({
  primaryColor: color,
  secondaryColor: color,
  accentColor: color,
})
export type BrandColors = z.infer<typeof brandColors>

/**
 * Only the fields to change, so that two people who edit different fields do not undo each other.
 */
export const brandColorChanges = z.partial(brandColors)
export const brandingChanges = z.extend(brandColorChanges, { name: z.optional(businessName) })
