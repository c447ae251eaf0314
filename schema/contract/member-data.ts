/** The page behind a mailed link about a member's data. */
import * as z from 'zod/mini'
import { uuid } from './id.ts'

/** `keep`: the member cancels an erasure that an owner planned. */
export const dataLinkKind = z.enum(['export', 'erasure', 'keep'])
export type DataLinkKind = z.infer<typeof dataLinkKind>

/** From the mailed link: proves that the member owns the address. */
export const openedDataLink = z.object({
  ticket: z.string('Open the link in the email').check(z.minLength(1), z.maxLength(2000)),
})

export const dataLink = z.object({
  kind: dataLinkKind,
  businessName: z.string(),
  memberId: uuid,
  /** The erasure was canceled before. */
  isDone: z.boolean(),
})
export type DataLink = z.infer<typeof dataLink>
