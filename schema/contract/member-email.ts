/** The page behind a mailed link that changes a member's email, or undoes such a change. */
import * as z from 'zod/mini'

const ticket = z.string('Open the link in the email').check(z.minLength(1), z.maxLength(2000))

export const openedEmailLink = z.object({ ticket })

export const emailLink = z.object({
  kind: z.enum(['confirm', 'restore']),
  businessName: z.string(),
  /** The address that the press moves the card to, masked. */
  email: z.string(),
  /** The consent for emails ends with the former address, so the page asks for it again. */
  asksConsent: z.boolean(),
  /** The link was used before. */
  isDone: z.boolean(),
})
export type EmailLink = z.infer<typeof emailLink>

export const pressedEmailLink = z.object({ ticket, marketingEmail: z.optional(z.boolean()) })
export type PressedEmailLink = z.infer<typeof pressedEmailLink>
