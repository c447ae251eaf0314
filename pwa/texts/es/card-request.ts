/** A member asks for the link to their card on the sign-up page, in Spanish. */
import type { cardRequest as english } from '#pwa/texts/card-request.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const cardRequest: Translated<typeof english> = {
  title: 'Recibe tu tarjeta por correo',
  hint: 'Escribe el correo con el que te inscribiste. Te enviaremos el enlace a tu tarjeta.',
  email: 'Correo electrónico',
  send: 'Enviarme mi tarjeta',
  sent: 'Revisa tu correo',
  onItsWay: 'Si eres miembro con esta dirección, el enlace a tu tarjeta va en camino:',
  offline: 'Conéctate a internet para recibir tu tarjeta por correo.',
  failed: 'No pudimos enviarla. Inténtalo de nuevo.',
  joinInstead: 'Mejor inscribirme',
}
