/** The page behind a mailed link about the email of a card, in Spanish. */
import type { Translated } from '#pwa/texts/language.ts'
import type { memberEmail as english } from '#pwa/texts/member-email.ts'

export const memberEmail: Translated<typeof english> = {
  title: 'El correo de tu tarjeta',
  question: { confirm: '¿Usar este correo?', restore: '¿Recuperar este correo?' },
  meaning: {
    confirm: (business, email) =>
      `Tu tarjeta de ${business} usará ${email}. Los enlaces a la tarjeta en correos a la dirección anterior dejan de funcionar, y te enviamos uno nuevo.`,
    restore: (business, email) =>
      `Tu tarjeta de ${business} volverá a usar ${email}. Se cierra en todos los lugares donde esté abierta, y te enviamos un enlace nuevo.`,
  },
  marketing: (business) => `Quiero recibir novedades y ofertas de ${business} por correo`,
  act: { confirm: 'Usar este correo', restore: 'Recuperar el correo' },
  done: { confirm: 'Se cambió tu correo', restore: 'Se recuperó tu correo' },
  doneHint: (business, email) =>
    `Tu tarjeta de ${business} usa ${email}. Enviamos allí un enlace nuevo a la tarjeta.`,
  ended: 'Este enlace ya no funciona',
  endedHint:
    'Venció o lo reemplazó un cambio posterior. Cambia tu correo de nuevo en tu tarjeta o pregunta en el negocio.',
  offline: 'Estás sin conexión',
  offlineHint: 'Conéctate a internet para continuar.',
  failed: 'No funcionó. Inténtalo de nuevo.',
  tryAgain: 'Intentar de nuevo',
}
