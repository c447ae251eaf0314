/** Unsubscribing from marketing emails, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { unsubscribe as english } from '#pwa/texts/unsubscribe.ts'

export const unsubscribe: Translated<typeof english> = {
  title: '¿Dejar de recibir correos promocionales?',
  meaning: (business) =>
    `Ya no recibirás novedades ni ofertas de ${business} por correo. Tu tarjeta, tus puntos y tus cupones se quedan.`,
  unsubscribe: 'Darme de baja',
  done: 'Te diste de baja',
  doneHint: (business) =>
    `No recibirás más correos promocionales de ${business}. ¿Cambiaste de idea? Actívalos de nuevo en tu tarjeta.`,
  unknownLink: 'Este enlace no funciona',
  unknownLinkHint: 'Abre el correo más reciente y usa su enlace, o cámbialo en tu tarjeta.',
  offline: 'Estás sin conexión',
  offlineHint: 'Conéctate a internet para darte de baja.',
  failed: 'No funcionó. Inténtalo de nuevo.',
  tryAgain: 'Intentar de nuevo',
}
