/**
 * A one-time link that opens the card of a member without an email: a QR code that staff show, or
 * print for one member. Opening it makes a key on the member's phone.
 */
import * as z from 'zod/mini'
import { customerKey, instant, uuid } from './id.ts'

/** `printed` works longer, for a code on paper. */
export const newCardLink = z.object({ printed: z.boolean() })
export const cardLink = z.object({ url: z.string(), expiresAt: instant })
export type CardLink = z.infer<typeof cardLink>

/** The part behind the hash: the business and the secret. */
const ticket = z.string('Scan the QR code again').check(z.minLength(1), z.maxLength(100))

export function readCardTicket(text: string): { businessId: string; secret: string } | null {
  const [business, secret, ...more] = text.split('.')
  const businessId = uuid.safeParse(business).data
  return businessId && secret && more.length === 0 ? { businessId, secret } : null
}

export const openedCardLink = z.object({ ticket })
/** The phone makes the key and repeats it if the answer was lost. */
export const pressedCardLink = z.object({ ticket, id: customerKey })
export const shownCardLink = z.object({ businessName: z.string(), firstName: z.string() })
export type ShownCardLink = z.infer<typeof shownCardLink>
