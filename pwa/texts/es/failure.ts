/** Fallback messages for failed actions, in Spanish. */
import type { failure as english } from '#pwa/texts/failure.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const failure: Translated<typeof english> = {
  tryAgain: 'Inténtalo de nuevo.',
  deviceFull: 'Este dispositivo se quedó sin espacio, así que esto no se guardó.',
  deviceClosed: 'Cerraste sesión, así que esto no se guardó.',
  deviceUnopened: 'Ahora mismo no podemos abrir los datos de este dispositivo.',
  alreadySynced: 'Esto ya se sincronizó. Actualiza para ver lo último.',
  cannotSeal:
    'Conéctate antes de cerrar sesión para que los cambios sin sincronizar queden protegidos.',
  otherBusiness: 'Este archivo es de otro negocio.',
  unreadableFile: 'No pudimos leer este archivo. Elige uno exportado desde Regulars.',
}
