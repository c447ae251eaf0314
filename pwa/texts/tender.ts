/** How a purchase is paid. */
import { textsOf } from './language.ts'

export const tender = {
  paidBy: 'Paid by',
  names: { cash: 'Cash', card: 'Card', gift_card: 'Gift card', other: 'Other' },
}

export const tenderTexts = textsOf('tender', tender)
