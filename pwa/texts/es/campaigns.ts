/** The campaigns of a business, in Spanish. */
import type { campaigns as english } from '#pwa/texts/campaigns.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

export const campaigns: Translated<typeof english> = {
  title: 'Campañas',
  description: 'Envía a tus miembros un cupón por su cumpleaños, para que vuelvan o porque sí.',
  create: 'Crear campaña',
  createHint: 'Elige quién la recibe, qué recibe y qué dice el correo.',
  edit: 'Editar campaña',
  empty: 'Aún no hay campañas. Crea una para que tus miembros vuelvan con un cupón.',

  columnCampaign: 'Campaña',
  columnGiven: 'Cupones',
  columnSent: 'Enviados',
  columnOpened: 'Abiertos',
  columnRedeemed: 'Usados',
  columnRevenue: 'Ventas',
  columnStatus: 'Estado',
  columnActions: 'Acciones',
  explained:
    'Enviados: entregados al servidor de correo. Abiertos: miembros que abrieron su tarjeta desde el correo. Usados: cupones usados en la caja. Ventas: compras de estos miembros en las dos horas antes o después de usar el cupón.',
  active: 'Activa',
  sending: 'Enviando',
  paused: 'En pausa',
  finished: 'Terminada',
  onHold: 'En espera',
  waiting: 'Guardada aquí',
  progress: (given, all) => `${given} de ${all} alcanzados`,

  birthday: (days) =>
    days === 0
      ? 'El día de su cumpleaños'
      : counted(days, {
          one: '# día antes de su cumpleaños',
          other: '# días antes de su cumpleaños',
        }),
  winBack: (days) => counted(days, { one: 'Sin visitas en # día', other: 'Sin visitas en # días' }),
  points: (points) => counted(points, { one: 'Llegó a # punto', other: 'Llegó a # puntos' }),
  everyone: 'Todos los miembros, una vez',
  someone: 'Algunos miembros, una vez',
  gives: (to, what) => `${to} · ${what}`,
  discountFor: (discount, days) =>
    counted(days, {
      one: `${discount}, válido # día`,
      other: `${discount}, válido # días`,
    }),

  audience: 'Quién la recibe',
  kindBirthday: 'Cumpleaños',
  kindBirthdayHint: 'Cada año. El formulario de inscripción pide el día, nunca el año.',
  kindWinBack: 'Recuperar clientes',
  kindWinBackHint: 'Miembros que no vienen desde hace tiempo.',
  kindPoints: 'Meta de puntos',
  kindPointsHint: 'Miembros que llegan a cierto número de puntos, una vez cada uno.',
  kindSegment: 'Única',
  kindSegmentHint: 'Todos, o los miembros que elijas abajo. Se envía una vez.',
  daysBefore: 'Días antes del cumpleaños',
  daysBeforeHint: 'Con 0 se envía ese mismo día.',
  absentDays: 'Días sin visita',
  pointsReached: 'Puntos',
  chosen: 'Déjalo todo vacío para llegar a todos los miembros.',
  pointsMin: 'Puntos, mínimo',
  pointsMax: 'Puntos, máximo',
  visitedWithinDays: 'Vinieron en los últimos (días)',
  notVisitedForDays: 'No vienen desde hace (días)',
  joinedWithinDays: 'Se inscribieron en los últimos (días)',
  spentMin: 'Gasto total, mínimo ($)',

  reach: (count) =>
    counted(count, {
      one: 'Llega a # miembro en este momento',
      other: 'Llega a # miembros en este momento',
    }),
  reachesNobody: 'En este momento no llega a nadie',
  fitsNobody: 'Ningún miembro cumple estas condiciones. Amplíalas para llegar a alguien.',
  noBirthday: (daysBefore) => {
    const ahead = counted(daysBefore, { one: ' ni mañana', other: ' ni en los próximos # días' })
    return `Ningún cumpleaños conocido es hoy${daysBefore === 0 ? '' : ahead}. Cada miembro la recibe cuando llega el suyo.`
  },
  named: (names, others) =>
    others > 0 ? counted(others, { one: `${names} y # más`, other: `${names} y # más` }) : names,
  withoutEmail: (count) =>
    counted(count, {
      one: '# más cumple, pero no tiene correo.',
      other: '# más cumplen, pero no tienen correo.',
    }),
  withoutConsent: (count) =>
    counted(count, {
      one: '# más cumple, pero no aceptó los correos promocionales.',
      other: '# más cumplen, pero no aceptaron los correos promocionales.',
    }),
  withoutMailbox: (count) =>
    counted(count, {
      one: '# más aceptó, pero el correo no llega a su dirección.',
      other: '# más aceptaron, pero el correo no llega a sus direcciones.',
    }),
  unproved: (count) =>
    counted(count, {
      one: '# más aceptó en la caja y aún no abrió el enlace de su correo de bienvenida.',
      other: '# más aceptaron en la caja y aún no abrieron el enlace de su correo de bienvenida.',
    }),
  noPreview: 'Estás sin conexión, así que no podemos contar quién la recibe.',
  counting: 'Contando…',

  proposals: {
    birthday: {
      name: 'Regalo de cumpleaños',
      subject: '¡Feliz cumpleaños! Te espera un regalo',
      message: 'Tu cumpleaños es un buen motivo para un regalo. Ven a disfrutarlo.',
    },
    win_back: {
      name: 'Regalo por volver',
      subject: 'Te extrañamos. Te espera un regalo',
      message: 'Hace tiempo que no te vemos. Vuelve a visitarnos y disfruta de un regalo.',
    },
    points: {
      name: 'Regalo por tus puntos',
      subject: 'Llegaste a la meta. Te espera un regalo',
      message: 'Has reunido muchos puntos con nosotros. Gracias. Celébralo con un regalo.',
    },
    segment: {
      name: 'Un regalo para ti',
      subject: 'Te espera un regalo en tu tarjeta',
      message: 'Gracias por ser miembro. Te damos un regalo para tu próxima visita.',
    },
  },
  coupon: 'El cupón',
  name: 'Nombre',
  nameHint: 'Los miembros lo ven en su cupón.',
  couponDays: 'Válido durante (días)',
  email: 'El correo',
  subject: 'Asunto',
  message: 'Mensaje',
  messageHint: 'Nosotros agregamos el cupón, tu imagen y un enlace para darse de baja.',
  mail: 'Lo que reciben los miembros',
  noSubject: 'Aún sin asunto',
  noMessage: 'Aún sin mensaje',
  mailCoupon: (discount) => `Tu cupón de ${discount} está en tu tarjeta.`,
  mailUntil: (day) => `Úsalo hasta el ${day}.`,
  mailButton: 'Ver mi cupón',
  mailEnd: (sender) =>
    `Recibes esto porque aceptaste los correos de ${sender} con ofertas. Cancelar la suscripción`,
  test: 'Enviarme una prueba',
  testHint: 'Va a tu propio correo y no cuenta en ningún sitio.',
  testOffline: 'Estás sin conexión. Conéctate a internet para enviarte una prueba.',
  testMissing: 'Completa antes el asunto, el mensaje y el cupón.',
  tested: 'Prueba enviada',
  testedHint: (email) => `Búscala en ${email}.`,
  testFailed: 'Prueba no enviada',
  start: 'Empezar enseguida',
  startHint: 'Si no, se guarda en pausa.',
  save: 'Guardar campaña',
  cancel: 'Cancelar',
  startTitle: (name) => `¿Empezar «${name}»?`,
  startMeaning: 'Los correos no se pueden recuperar una vez enviados.',
  startNow: 'Empezar la campaña',
  resumeTitle: (name) => `¿Reanudar «${name}»?`,
  resumeNow: 'Reanudar la campaña',

  more: (name) => `Más para ${name}`,
  pause: 'Pausar',
  resume: 'Reanudar',
  remove: 'Quitar',
  removeTitle: '¿Quitar esta campaña?',
  removeHint:
    'Nadie más la recibe y sale de esta lista. Los cupones que los miembros ya tienen siguen siendo válidos.',
  created: 'Campaña guardada',
  createdHint: (name) => `«${name}» está guardada y empieza cuando se sincronice.`,
  createdPausedHint: (name) => `«${name}» está guardada en pausa.`,
  changed: 'Campaña guardada',
  changedHint: (name) => `«${name}» está guardada.`,
  pausedDone: 'Campaña en pausa',
  pausedHint: (name) => `Nadie más recibe «${name}» hasta que la reanudes.`,
  resumed: 'Campaña reanudada',
  resumedHint: (name) => `«${name}» sigue donde se detuvo.`,
  removed: 'Campaña quitada',
  removedHint: (name) => `«${name}» ya no está en la lista.`,
  failed: 'Campaña no guardada',
  changedMeanwhile: 'Otra persona cambió esta campaña mientras la tenías abierta.',
}
