/** Whether mail reaches a customer. */
import type { Customer } from '#schema/contract/customer.ts'
import { toMailed } from '#schema/contract/email-address.ts'

/** No mailbox, or an older address that no mail server takes; staff see addresses masked. */
export function isUnreached({ email, mailFails }: Pick<Customer, 'email' | 'mailFails'>): boolean {
  return mailFails === true || (!email.includes('•••@') && toMailed(email) === null)
}
