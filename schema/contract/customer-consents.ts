/** Birthdays and consent dates for an owner's export; devices don't store them. */
import * as z from 'zod/mini'
import { birthday, instant, uuid } from './id.ts'

export const customerConsents = z.object({
  /** The member id. */
  id: uuid,
  /** Month and day. */
  birthday: z.nullable(birthday),
  /** The last choice for each channel that the customer was asked about. */
  consents: z.array(
    z.object({ channel: z.enum(['email', 'sms', 'push']), granted: z.boolean(), at: instant }),
  ),
})
export type CustomerConsents = z.infer<typeof customerConsents>
