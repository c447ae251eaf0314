/** Pending Sync, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { outbox as english } from '#pwa/texts/outbox.ts'

export const outbox: Translated<typeof english> = {
  title: 'Por sincronizar',
  lastSynced: (ago) => `Última sincronización: ${ago}`,
  neverSynced: 'Este dispositivo aún no termina su primera sincronización.',
  syncNow: 'Sincronizar ahora',
  cannotShow: 'No podemos mostrar los cambios de este dispositivo, pero puedes exportarlos.',
  allSynced: 'Estás al día. Todo está sincronizado.',
  nothingElse: 'No hay nada más en espera.',
  nothingWaiting: 'No hay cambios por sincronizar.',
  loading: 'Cargando…',
  mayBeCleared:
    'Tu navegador puede borrar estos datos si falta espacio. Instala la app para protegerlos.',
  install: 'Instalar la app',
  tooMany: (count) =>
    counted(count, {
      other: 'Hay más de # cambios por sincronizar. Conéctate pronto o exporta una copia.',
    }),
  sealed: (count) =>
    counted(count, {
      one: 'Hay # cambio cifrado por sincronizar de alguien que cerró sesión aquí.',
      other: 'Hay # cambios cifrados por sincronizar de alguien que cerró sesión aquí.',
    }),
  unreadable: (count) =>
    counted(count, {
      one: 'El servidor no puede leer # cambio cifrado de alguien que cerró sesión aquí, y no se guardó. Pregúntale qué era y regístralo de nuevo.',
      other:
        'El servidor no puede leer # cambios cifrados de alguien que cerró sesión aquí, y no se guardaron. Pregúntale qué eran y regístralos de nuevo.',
    }),
  delete: 'Eliminar',
  deleteUnreadable: (count) =>
    counted(count, {
      one: '¿Eliminar # cambio cifrado?',
      other: '¿Eliminar # cambios cifrados?',
    }),
  unreadableMeaning:
    'El servidor no puede leerlo ahora. Si se cambió su secreto, consulta antes a quien administra el servidor. Esto no se puede deshacer.',
  notDeleted: 'No se pudo eliminar',
  stillUnreadable: 'El servidor todavía no puede leerlo',
  discard: 'Descartar',
  discarded: 'Descartado',
  discardThis: (label) => `¿Descartar «${label}»?`,
  discardWarning: (entry, dependents) =>
    dependents === 0
      ? `No se guardará ${entry}. Esto no se puede deshacer.`
      : counted(dependents, {
          one: `No se guardarán ${entry} ni el cambio que depende de ello. Esto no se puede deshacer.`,
          other: `No se guardarán ${entry} ni los # cambios que dependen de ello. Esto no se puede deshacer.`,
        }),
  entry: (label, title) => `${label}: ${title}`,
  notDiscarded: 'No se pudo descartar',
  exportCopy: 'Exportar una copia',
  exportFailed: 'No se pudo exportar',
  importFile: 'Importar archivo',
  syncFile: 'Importar un archivo de sincronización',
  importComplete: 'Importación terminada',
  imported: (added, known) =>
    `${counted(added, { one: '# agregado', other: '# agregados' })}, ${counted(known, {
      one: '# ya estaba aquí.',
      other: '# ya estaban aquí.',
    })}`,
  importFailed: 'No se pudo importar',
  tryAgain: 'Reintentar',
  openLatest: 'Abrir la versión actual',
  openOther: 'Abrir al otro miembro',
  joinOther: 'Unir a ambos…',
  retryFailed: 'No se pudo reintentar',
  edit: 'Editar',
  editOf: (label) => `Editar: ${label}`,
  changesNotSaved: 'No se guardaron los cambios',
  save: 'Guardar',

  needsReview: 'Requiere tu revisión',
  needsReviewHint: 'En espera hasta que lo apruebes o lo rechaces.',
  onHold: 'En espera',
  onHoldHint: 'Cada cambio se completará solo cuando llegue lo que le falta. Puedes rechazarlo.',
  approve: 'Aprobar',
  approveAll: 'Aprobar todo',
  decline: 'Rechazar',
  declineAll: 'Rechazar todo',
  approved: 'Aprobado',
  declined: 'Rechazado',
  reviewed: (count) =>
    counted(count, {
      one: '# cambio revisado. Los dispositivos se actualizarán solos.',
      other: '# cambios revisados. Los dispositivos se actualizarán solos.',
    }),
  notDecided: 'No cambió nada',
  notDecidedHint:
    'Alguien ya decidió, o todavía no se puede completar. La lista muestra lo que queda.',
  decisionFailed: 'No se pudo guardar tu decisión',
  recordedOn: (reason, day) => `${reason} Registrado el ${day}.`,
  fromRemoved: 'De una persona o un dispositivo que ya no tiene acceso.',
  fromUnproved: 'De una caja, sin prueba de quién la atendía.',
  fromSealed: 'Bloqueado al cerrar una sesión, sin prueba de quién lo hizo.',
  overTrust: 'Se entregó por encima de tus límites sin conexión.',
  fromSilent: 'De un dispositivo que no se sincronizaba desde hacía más de un año.',
  fromFault: 'Algo falló de nuestro lado cuando lo recibimos.',
  untilWritable:
    'Se completará solo cuando el negocio pueda hacer cambios otra vez: al elegir un plan o al reactivarse.',
  untilSignUp: 'Se completará solo cuando se sincronice la inscripción del cliente.',
  untilEarlierChange: 'Se completará solo cuando se sincronice un cambio anterior.',
  untilUpdated:
    'De una versión más nueva de la app. Se completará cuando el servidor se actualice.',
}
