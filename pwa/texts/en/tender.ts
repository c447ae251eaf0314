/** How a purchase is paid. */
export const tender = {
  paidBy: 'Paid by',
  names: { cash: 'Cash', card: 'Card', gift_card: 'Gift card', other: 'Other' },
}
