/** Unknown addresses and the way back, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { navigation as english } from '#pwa/texts/navigation.ts'

export const navigation: Translated<typeof english> = {
  pageNotFound: 'Página no encontrada',
  pageNotFoundHint: 'No hay nada en esta dirección. Revísala o vuelve a empezar.',
  goHome: 'Ir al inicio',
}
