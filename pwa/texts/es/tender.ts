/** How a purchase is paid, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { tender as english } from '#pwa/texts/tender.ts'

export const tender: Translated<typeof english> = {
  paidBy: 'Forma de pago',
  names: { cash: 'Efectivo', card: 'Tarjeta', gift_card: 'Tarjeta de regalo', other: 'Otra' },
}
