/** The page behind a mailed link about a member's data. */
import * as z from 'zod/mini'
import { uuid } from './id.ts'

/** `keep`: the member cancels an erasure that an owner planned. */
export const privacyLinkKind = z.enum(['export', 'erasure', 'keep'])
export type PrivacyLinkKind = z.infer<typeof privacyLinkKind>

/** From the mailed link: proves that the member owns the address. */
export const openedPrivacyLink = z.object({
  ticket: z.string('Open the link in the email').check(z.minLength(1), z.maxLength(2000)),
})

export const privacyLink = z.object({
  kind: privacyLinkKind,
  businessName: z.string(),
  memberId: uuid,
  /** The erasure was canceled before. */
  isDone: z.boolean(),
})
export type PrivacyLink = z.infer<typeof privacyLink>
