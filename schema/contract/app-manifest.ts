/**
 * The web app manifest that a business's counter and a member's card install with: name, icon and
 * colors (https://www.w3.org/TR/appmanifest/).
 */
import * as z from 'zod/mini'

/** Variants of a business's icon: two sizes, one with a maskable margin, one for iOS. */
export const appIconShape = z.enum(['192', '512', 'maskable', 'apple'])
export type AppIconShape = z.infer<typeof appIconShape>

export const appManifest = z.object({
  /** Stays the same if the start page's address changes, so the app is never installed twice. */
  id: z.string(),
  name: z.string(),
  short_name: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.literal('standalone'),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.string(),
      purpose: z.optional(z.literal('maskable')),
    }),
  ),
  shortcuts: z.optional(z.array(z.object({ name: z.string(), url: z.string() }))),
})
export type AppManifest = z.infer<typeof appManifest>
