/** The discount fields in the forms of rewards and campaigns, in Spanish. */
import type { discount as english } from '#pwa/texts/discount.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const discount: Translated<typeof english> = {
  kind: 'Descuento',
  free: 'Artículo gratis',
  percentage: 'Porcentaje',
  fixed: 'Importe en dólares',
  percentageValue: 'Porcentaje de descuento',
  fixedValue: 'Dólares de descuento',
  freeValue: 'Precio del artículo',
  freeHint: 'En dólares. El cupón lo resta de la cuenta.',
}
