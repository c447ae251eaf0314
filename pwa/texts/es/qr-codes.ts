/** An owner's actions on existing QR codes, in Spanish. */

import { counted, percentage, type Translated } from '#pwa/texts/language.ts'
import type { qrCodes as english } from '#pwa/texts/qr-codes.ts'

export const qrCodes: Translated<typeof english> = {
  title: 'Códigos QR',
  columnActions: 'Acciones',
  more: (name) => `Más sobre ${name}`,
  thisCode: 'Este código QR',
  show: 'Ver el código QR',
  edit: 'Editar el código QR',
  editHint: 'Cambia su nombre o su lugar. Lo que ya imprimiste sigue funcionando.',
  save: 'Guardar',
  cancel: 'Cancelar',
  saved: 'Código QR guardado',
  savedHint: (name) => `${name} está guardado.`,
  pause: 'Pausar',
  paused: 'Código QR en pausa',
  pausedHint: (name) => `${name} no inscribe a nadie hasta que lo reanudes.`,
  resume: 'Reanudar',
  resumed: 'Código QR reanudado',
  resumedHint: (name) => `${name} vuelve a inscribir clientes.`,
  retire: 'Retirar',
  retireTitle: '¿Retirar este código QR?',
  retireHint:
    'A quien lo escanee se le dirá que ya no es válido, y nadie podrá inscribirse con él. No podrás recuperarlo. Para detenerlo un tiempo, ponlo en pausa.',
  retired: 'Código QR retirado',
  retiredHint: (name) => `${name} ya no inscribe a nadie.`,
  standingRetired: 'Retirado',
  scans: 'Escaneos en el tiempo',
  scansOf: (name) => `Escaneos de ${name}`,
  scansInPeriod: (scans, before, signUps) =>
    `Escaneos: ${scans}, y ${before} en el periodo anterior. Inscripciones: ${signUps}.`,
  sheet: 'Hoja para imprimir',
  sheetHint: 'Cuatro por página, con tu logo y tus colores.',
  printCount: (count) => (count === 1 ? 'Imprimir 1 código' : `Imprimir ${count} códigos`),
  welcomeOffer: (points, percent) => {
    const given = counted(points, { one: '# punto', other: '# puntos' })
    if (points > 0 && percent > 0)
      return `${given} y ${percentage(percent)} de descuento para empezar`
    if (points > 0) return `${given} para empezar`
    return percent > 0
      ? `${percentage(percent)} de descuento para empezar`
      : 'Gana puntos con cada compra'
  },
  failed: 'El código QR no se cambió',
}
