/** The postal address in campaign emails, in Spanish. */
import type { Translated } from '#pwa/texts/language.ts'
import type { postalAddress as english } from '#pwa/texts/postal-address.ts'

export const postalAddress: Translated<typeof english> = {
  label: 'Dirección postal',
  hint: 'Aparece al final de cada correo de campaña, porque la ley lo exige. Una calle o un apartado postal.',
  placeholder: '12 Harbor St, Portland, ME 04101',
  missing:
    'Las campañas están en espera hasta que agregues tu dirección postal. Todos los correos de campaña deben mostrarla.',
  add: 'Agregar dirección',
}
