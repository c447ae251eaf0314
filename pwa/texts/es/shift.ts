/** Today's work on this device, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { shift as english } from '#pwa/texts/shift.ts'

export const shift: Translated<typeof english> = {
  title: 'Hoy en este dispositivo',
  link: 'Hoy',
  description: (day) => `${day}, desde la medianoche. Cada dispositivo tiene su propia cuenta.`,
  allDevices: 'Todos los dispositivos',
  signUps: 'Inscripciones',
  purchases: 'Compras',
  sales: 'Ventas',
  redemptions: 'Recompensas canjeadas',
  couponsUsed: 'Cupones usados',
  undone: 'Deshechos',
  byPerson: 'Por persona',
  person: 'Persona',
  unknownPerson: 'Alguien que ya no está',
  everythingArrived: 'Todo llegó',
  allArrived: (count, ago) =>
    counted(count, {
      one: `# cambio de hoy está en el servidor. Última sincronización: ${ago}.`,
      other: `# cambios de hoy están en el servidor. Última sincronización: ${ago}.`,
    }),
  nothingYet: 'Hoy no se hizo nada en este dispositivo.',
  notYet: 'Todavía no llegó todo',
  waiting: (count) =>
    counted(count, {
      one: '# cambio espera en este dispositivo. Déjalo encendido y en línea hasta que se sincronice.',
      other:
        '# cambios esperan en este dispositivo. Déjalo encendido y en línea hasta que se sincronicen.',
    }),
  onHold: (count) =>
    counted(count, { one: '# cambio está en espera.', other: '# cambios están en espera.' }),
  refused: (count) =>
    counted(count, { one: '# cambio requiere atención.', other: '# cambios requieren atención.' }),
  missing: (count) =>
    counted(count, {
      one: '# cambio anterior se perdió en este dispositivo. Avisa al propietario.',
      other: '# cambios anteriores se perdieron en este dispositivo. Avisa al propietario.',
    }),
  neverSynced: 'Este dispositivo aún no se ha sincronizado.',
  check: 'Comprobar ahora',
  showPending: 'Ver pendientes de sincronizar',
}
