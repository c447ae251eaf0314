/** Whether mail reaches a customer. */
import type { Customer } from '#schema/contract/customer.ts'
import { toMailed } from '#schema/contract/email-address.ts'

/**
 * True if mail to the address fails, or for an older address that no mail server accepts; staff see
 * addresses masked.
 */
export function isUnreached({ email, mailFails }: Pick<Customer, 'email' | 'mailFails'>): boolean {
  return mailFails === true || (!email.includes('•••@') && toMailed(email) === null)
}
