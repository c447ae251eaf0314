/** The program screen, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { program as english } from '#pwa/texts/program.ts'

export const program: Translated<typeof english> = {
  title: 'Programa',
  description: 'Cómo ganan puntos los miembros y qué reciben al inscribirse.',
  earning: 'Ganar puntos',
  pointsPerDollar: 'Puntos por dólar',
  pointsPerDollarHint:
    'Hasta dos decimales. Las fracciones se suman por miembro, así que nada se pierde en compras pequeñas.',
  minimumPurchase: 'Compra mínima',
  minimumPurchaseHint: 'En dólares. Las compras menores no ganan nada. 0 si no hay mínimo.',
  rounding: 'Redondeo',
  roundDown: 'Hacia abajo',
  roundNearest: 'Al más cercano',
  excludedTenders: 'Formas de pago que no ganan nada',
  excludedTendersHint:
    'Si marcas alguna, el personal elige cómo se pagó cada compra. Sin marcar, no se pregunta.',
  roundUp: 'Hacia arriba',
  example: (amount, points) =>
    `Una compra de ${amount} gana ${counted(points, { one: '# punto', other: '# puntos' })}.`,
  welcome: 'Bienvenida',
  welcomePoints: 'Puntos de bienvenida',
  welcomeDiscount: 'Descuento de bienvenida, en porcentaje',
  welcomeHint: 'Se muestra en tu página de inscripción. 0 si no das ninguno.',
  signUp: 'Inscripción en la caja',
  signUpWithoutEmail: 'El personal puede inscribir a clientes sin correo',
  signUpWithoutEmailHint:
    'Con nombre y teléfono. No se les puede enviar correo; el personal muestra un código QR que abre la tarjeta en su teléfono. Tu página de inscripción sigue pidiendo un correo.',
  asking: 'Importes grandes',
  askAbove: 'Preguntar por compras de más de',
  askAboveHint:
    'En dólares. El personal confirma un importe mayor antes de registrarlo. Déjalo vacío para preguntar solo por importes de diez veces tu compra habitual o más.',
  offlineHint:
    'Una compra registrada sin conexión gana según la regla que vio el cajero, hasta 7 días después de cambiarla.',
  emails: 'Correos de campañas',
  days: 'Días',
  timeZone: 'Zona horaria',
  timeZoneHint:
    'Los cupones y las recompensas valen hasta que aquí termina su último día. Si la cambias, los cupones conservan el día que nombran.',
  noTimeZone: 'Todavía sin elegir',
  phones: 'Números de teléfono',
  country: 'País',
  countryHint:
    'Al comparar miembros, los números sin prefijo internacional se leen como números de este país.',
  save: 'Guardar programa',
  saved: 'Programa guardado',
  savedHint: 'Las compras y las inscripciones nuevas ya lo usan.',
  nothingChanged: 'No cambió nada.',
  readOnly: 'Este negocio es de solo lectura y su programa no se puede cambiar.',
  failed: 'No se guardó el programa',
  changedMeanwhile: 'Otra persona cambió el programa mientras lo tenías abierto.',
}
