/** The card of a member without an email, in Spanish. */
import type { Translated } from '#pwa/texts/language.ts'
import type { memberCard as english } from '#pwa/texts/member-card.ts'

export const memberCard: Translated<typeof english> = {
  noEmail: 'Sin correo, así que no se le puede enviar nada. Su tarjeta se abre con un código QR.',
  needsConnection: 'El código necesita conexión. Puedes mostrarlo después desde aquí.',
  needsSync: 'El código estará listo cuando la inscripción se sincronice.',
  showCode: 'Mostrar código QR',
  printCode: 'Imprimir código QR',
  cardOf: (name) => `Tarjeta de ${name}`,
  showHint: 'Tu cliente lo escanea con la cámara de su teléfono. Abre allí la tarjeta, una vez.',
  printHint: 'Para que tu cliente lo escanee en casa. Abre la tarjeta en un teléfono.',
  codeLabel: (firstName) => `Código QR que abre la tarjeta de ${firstName}`,
  worksUntil: (time) => `Funciona hasta las ${time}.`,
  worksUntilDay: (day) => `Funciona una vez, hasta el ${day}.`,
  codeOver: 'Este código venció. Muestra uno nuevo.',
  newCode: 'Nuevo código QR',
  notMade: 'No pudimos crear el código QR. Inténtalo de nuevo.',
  print: 'Imprimir',
  done: 'Listo',
  scanForCard: (firstName) => `${firstName}, escanea esto para abrir tu tarjeta de lealtad.`,

  title: 'Tu tarjeta de lealtad',
  ready: (firstName) => `${firstName}, tu tarjeta está lista`,
  meaning: (business) =>
    `Abre tu tarjeta de ${business} en este teléfono. El código funciona una vez, así que ábrelo donde quieras guardar la tarjeta.`,
  open: 'Abrir mi tarjeta',
  failed: 'No funcionó. Inténtalo de nuevo.',
  ended: 'Este código ya no funciona',
  endedHint: 'Ya se usó o venció. Pide uno nuevo en la caja.',
  offline: 'Estás sin conexión',
  offlineHint: 'Conéctate a internet para abrir tu tarjeta.',
  tryAgain: 'Intentar de nuevo',
}
