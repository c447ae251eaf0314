/** The data of a business that its customers' pages have. */
import * as z from 'zod/mini'
import { color } from './id.ts'

export const businessType = z.enum([
  'restaurant_cafe',
  'retail_ecommerce',
  'fitness_wellness',
  'beauty_spa',
  'professional_services',
  'other',
])

export const publicBusiness = z.object({
  name: z.string(),
  logoUrl: z.nullable(z.string()),
  primaryColor: color,
  secondaryColor: color,
  accentColor: color,
  businessType,
  /**
   * The icon for an iPhone's home screen. Absent on pages that a phone stored with an earlier app.
   */
  touchIcon: z.optional(z.string()),
  /** The same as in `business`. Absent on pages that a phone stored with an earlier app. */
  timeZone: z.optional(z.nullable(z.string())),
})
export type PublicBusiness = z.infer<typeof publicBusiness>
