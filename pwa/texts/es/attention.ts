/** Items that need an owner's attention, in Spanish. */
import type { attention as english } from '#pwa/texts/attention.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

export const attention: Translated<typeof english> = {
  title: 'Requiere atención',
  description:
    'Lo que solo tú puedes decidir y lo que falló mientras un dispositivo no tenía conexión.',
  waiting: (count) =>
    counted(count, {
      one: '# asunto requiere tu atención',
      other: '# asuntos requieren tu atención',
    }),
  open: 'Revisar',
  allClear: 'Todo en orden. Ahora no hay nada pendiente.',
  readHint:
    'No hay nada que decidir. Coméntalo con tu equipo y márcalo como leído. El registro de actividad lo conserva.',
  markRead: 'Marcar todo como leído',
  notMarked: 'No se marcó como leído',
  more: 'Solo se muestran los más recientes. Decide sobre estos para ver el resto.',

  heldWork: (count) =>
    counted(count, {
      one: '# cambio está en espera hasta que lo apruebes o lo rechaces.',
      other: '# cambios están en espera hasta que los apruebes o los rechaces.',
    }),
  openDevices: 'Revisar en Dispositivos',

  welcomes: 'Inscripciones por revisar',
  welcomesHint: (points, percent) =>
    `Estas inscripciones son válidas, pero su bienvenida (${counted(points, { one: '# punto', other: '# puntos' })}, ${percent} de descuento) está retenida porque podría ser un abuso. Dala o recházala para siempre.`,
  why: {
    same_mailbox: 'Otro miembro usa el mismo buzón',
    same_number: 'Otro miembro tiene el mismo número, y uno de los dos no tiene correo',
    many_joined: 'Muchas inscripciones en ese momento',
  },
  joined: (day) => `Se inscribió el ${day}`,
  release: 'Dar',
  decline: 'Rechazar',
  releaseOf: (name) => `Dar la bienvenida a ${name}`,
  declineOf: (name) => `Rechazar la bienvenida de ${name}`,
  declineThis: (name) => `¿Rechazar la bienvenida de ${name}?`,
  declineMeaning: 'Sigue siendo miembro y sigue ganando puntos. Esto no se puede deshacer.',
  released: 'Bienvenida entregada',
  releasedHint: (name) => `${name} recibe la bienvenida y un correo con su tarjeta.`,
  declined: 'Bienvenida rechazada',
  declinedHint: (name) => `${name} sigue siendo miembro sin la bienvenida.`,
  notDecided: 'No se decidió',

  debts: 'Miembros que deben puntos',
  debtsHint:
    'Se entregó una recompensa sin conexión y los puntos ya no estaban, o se restaron puntos. Los próximos puntos la pagan.',
  owes: (count) => counted(count, { one: 'Debe # punto', other: 'Debe # puntos' }),

  usedTwice: 'Cupones usados dos veces',
  usedTwiceHint:
    'Un dispositivo aceptó un cupón que ya se había usado en otro lugar, normalmente mientras no tenía conexión. Solo cuenta el primer uso.',
  couponOf: (description, ending) => `${description} (…${ending})`,
  usedOn: (first) => `Usado: ${first}`,
  takenAgain: (second) => `Aceptado otra vez: ${second}`,
  takenAgainBy: (second, name) => `Aceptado otra vez por ${name}: ${second}`,
  usedLate: 'Cupones que vencieron antes de sincronizarse',
  usedLateHint:
    'Un dispositivo aceptó a tiempo un cupón sin conexión, pero el cupón ya había vencido cuando el dispositivo volvió a conectarse. El cliente recibió el descuento y el cupón sigue marcado como vencido.',
  expiredOn: (at) => `Venció: ${at}`,
  taken: (at) => `Aceptado: ${at}`,
  takenBy: (at, name) => `Aceptado por ${name}: ${at}`,
  givenAway: 'Recompensas entregadas sin cobrar puntos',
  givenAwayHint:
    'Un dispositivo entregó una recompensa sin conexión y el canje se rechazó al sincronizarse. El miembro conservó sus puntos.',
  handedOver: (at) => `Entregada: ${at}`,
  handedOverBy: (at, name) => `Entregada por ${name}: ${at}`,
  formerMember: 'Una persona que ya no es miembro',

  refusedWork: 'Cambios rechazados más tarde',
  refusedWorkHint:
    'Se rechazaron cuando la persona ya había cerrado sesión o dejado el equipo, o después de estar en espera. No cuentan, y es posible que el dispositivo ya no los muestre.',
  recorded: (at) => `Registrado: ${at}`,
  recordedBy: (at, name) => `Registrado por ${name}: ${at}`,

  manySignUps: 'Muchas inscripciones en una hora',
  manySignUpsHint: (count) =>
    `Una persona inscribió a más de ${count} clientes en una hora. Cada uno recibe una bienvenida y un correo; pregunta si eran reales.`,
  signedUpFrom: (count, hour) =>
    `${counted(count, { one: '# inscripción', other: '# inscripciones' })} en la hora a partir de ${hour}`,
  formerColleague: 'Alguien que dejó el equipo',
}
