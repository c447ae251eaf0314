/** The counter, in Spanish. */
import type { counter as english } from '#pwa/texts/counter.ts'
import { numeral, plural, type Translated } from '#pwa/texts/language.ts'

const points = (count: number) =>
  `${numeral(count)} ${plural(count, { one: 'punto', other: 'puntos' })}`

export const counter: Translated<typeof english> = {
  title: 'Caja',
  points,
  balance: (count) => (count < 0 ? `Debe ${points(-count)}` : points(count)),

  emailOrPhone: 'Déjalo vacío si no tiene. Entonces necesitamos su teléfono.',
  search: 'Buscar un miembro',
  searchHint: 'Nombre, teléfono o correo',
  clear: 'Borrar la búsqueda',
  scan: 'Escanear',
  newMember: 'Nuevo miembro',
  nobodyFound: 'No se encontró a nadie.',
  nobodyFoundFor: (words) => `No se encontró a nadie con «${words}».`,
  notHereOffline: (words: string) =>
    `“${words}” no está en este dispositivo, que no tiene conexión.`,
  lookingOnline: 'No está en este dispositivo. Buscando en línea…',
  notLookedOnline: 'No está en este dispositivo y ahora no podemos buscar en línea.',
  checkTyped: 'Comprobar este código',
  found: (count, more) =>
    more
      ? `Más de ${count} miembros encontrados`
      : `${count} ${plural(count, { one: 'miembro encontrado', other: 'miembros encontrados' })}`,
  gettingReady: 'Preparando este dispositivo…',
  results: 'Miembros',
  idle: 'Busca o escanea a un miembro para empezar.',
  wholeDay: 'Todo el día',
  before: (name, what) => `Antes: ${name}, ${what}`,
  back: 'Volver a la búsqueda',

  purchase: 'Compra',
  rewards: 'Recompensas',
  coupon: 'Cupón',
  coupons: 'Cupones',
  jobs: 'Qué hacer',
  amount: 'Importe',
  amountUnreadable: 'Escribe un importe como 12.50',
  keys: 'Teclado numérico',
  earns: (count) => `Gana ${points(count)}`,
  record: 'Registrar compra',
  recordAmount: (money) => `Registrar ${money}`,
  recorded: (money, name, balance) =>
    `${money} registrados para ${name}. Saldo: ${points(balance)}.`,
  held: (name, what) => `${name}, ${what}: guardado. Contará cuando el negocio se reactive.`,
  recordedUnknown: (money) =>
    `${money} registrados. Contarán cuando llegue la inscripción del miembro.`,
  undo: 'Deshacer',
  undone: (money, name) => `Se deshizo la compra de ${money} de ${name}.`,
  undoneUnknown: (money) => `Se deshizo la compra de ${money}.`,
  undoneUse: (what, name) =>
    name
      ? `Se deshizo el uso de ${what}. ${name} todavía puede usarlo.`
      : `Se deshizo el uso de ${what}.`,
  saleKept: (money) =>
    `La compra de ${money} queda como está: deshazla también si el descuento era para ella.`,
  today: 'Hoy',
  soldToday: (money) => `Compra de ${money}`,
  redeemedToday: (reward) => `Canje: ${reward}`,
  usedToday: (what) => `Cupón usado: ${what}`,
  couponUsedNow: (discount) => `${discount} usado`,
  couponRefusedNow: 'Cupón rechazado',
  withoutCoupon: 'Sin cupón',
  discounted: (discount, bill, paid) => `${discount}: ${bill} → ${paid}`,
  recordThis: (money) => `¿Registrar ${money}?`,
  unusual: (usual) => `Es mucho más que la compra habitual aquí, de unos ${usual}.`,
  unusualFirst: 'Es un importe grande para una de tus primeras compras.',
  aboveBound: (bound) => `Tu negocio pregunta por compras de más de ${bound}.`,
  changeAmount: 'Cambiar el importe',
  undoneRedemption: (reward, name) => `Se deshizo ${reward}. Los puntos volvieron a ${name}.`,
  notRecorded: 'No se registró',
  notUndone: 'No se deshizo',
  notRedeemed: 'No se pudo canjear',
  notUsed: 'El cupón no se usó',
  notSignedUp: 'No se pudo inscribir',

  unknownMember: 'Nuevo aquí',
  unknownMemberHint:
    'Esta tarjeta aún no está en este dispositivo. Puedes registrar la compra; contará cuando llegue la inscripción.',

  canRedeemNow: 'Se puede canjear ahora',
  notYet: 'Todavía no',
  redeem: 'Canjear',
  nextReward: (reward, count) => `Faltan ${points(count)} para ${reward}`,
  redeemNow: (reward, cost) => `Canjear ${reward} (${points(cost)})`,
  costs: (count, discount) => `${points(count)} · ${discount}`,
  pointsToGo: (count) => `Faltan ${points(count)}`,
  noRewards: 'No hay recompensas disponibles en este momento',
  dontHandOverHint: 'No lo entregues todavía. El cupón aparecerá cuando se sincronice.',
  dontHandOver: (reward, name) =>
    `No entregues todavía ${reward} a ${name}. El cupón aparecerá cuando se sincronice.`,
  tellThem: (name) => `Dile a ${name}: «Estará en tu tarjeta en cuanto volvamos a tener conexión».`,
  mayHandOver: 'Sin conexión. Los límites del propietario permiten entregarlo ya.',
  handOverNow: 'Entregarlo ahora',
  handItOver:
    'Entrégalo ahora. Está dentro de los límites del propietario y se sincroniza después.',
  handedOver: (reward, name) => `Se entregó ${reward} a ${name}.`,
  redemptionUnderWay: (reward) => `${reward}: sin confirmar`,
  redeemed: (reward) => `Se canjeó ${reward}`,
  redeemedFor: (reward, name) => `Se canjeó ${reward} para ${name}.`,
  confirmedNow: (reward, name) => `${reward} para ${name} ya está confirmado. Entrégalo ahora.`,
  moreConfirmed: (count) =>
    plural(count, {
      one: 'Hay otra recompensa confirmada.',
      other: `Hay otras ${numeral(count)} recompensas confirmadas.`,
    }),
  couponReady: 'Entrégalo ahora o deja que guarden el cupón para después.',
  markUsed: 'Marcar como usado ahora',
  keepForLater: 'Guardar para después',
  used: (what, name) => `Se usó «${what}» de ${name}.`,
  usedUnknown: (what) => `Usado: ${what}`,
  couponQr: (code) => `Código QR del cupón ${code}`,
  redemptionRefused: (reward) => `${reward} no se canjeó`,
  done: 'Listo',

  noCoupons: 'No hay cupones en este dispositivo.',
  useCoupon: 'Usar cupón',
  until: (day) => `Hasta el ${day}`,
  couponValid: 'Válido',
  couponUsedOn: (day, time) => `Ya se usó el ${day} (${time})`,
  couponExpiredOn: (day) => `Venció el ${day}`,
  couponVoid: 'Cancelado: se deshizo su canje',
  couponAsking: 'No está en este dispositivo. Buscando en línea…',
  couponUnknown: 'No está en este dispositivo',
  couponUnknownHint:
    'Este dispositivo no conoce este código. Puede ser nuevo, estar mal escrito o ser de otro negocio. No lo aceptes antes de que el servidor lo compruebe.',
  couponOfOther: 'Este cupón es de otro negocio. No lo aceptes.',
  couponOfNobody: 'Ningún cupón tiene este código. Compruébalo con el cliente.',
  checkOnServer: 'Usar al tener conexión',
  couponWaits: 'No lo aceptes todavía. Lo comprobaremos en cuanto este dispositivo tenga conexión.',
  couponHeld: (why) => `No lo aceptes todavía. ${why}`,
  couponAccepted: 'El servidor lo aceptó. Este cupón ya está usado.',
  couponOf: (name) => `Cupón de ${name}`,

  firstName: 'Nombre',
  lastName: 'Apellido',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  wantsEmail: 'Quiere ofertas por correo',
  wantsSms: 'Quiere ofertas por mensaje de texto',
  askConsents: 'Pregunta: «¿Podemos enviarte ofertas?». Marca lo que acepte.',
  acceptsWithButton:
    'Pregunta antes: al inscribirse, acepta los <terms>Términos del servicio</terms> y la <privacy>Política de privacidad</privacy>.',
  acceptAndSignUp: 'Aceptar e inscribir',
  maybeMember: '¿Ya es miembro?',
  likeName: 'Nombre parecido',
  sameEmail: 'Mismo correo',
  samePhone: 'Mismo teléfono',
  sameLastDigits: 'Mismos cuatro últimos dígitos',
  likeEmail: 'Correo parecido',
  signedUpNow: 'Inscripción hecha',
  signedUp: (name) => `Inscribimos a ${name}.`,
  mailFails: 'El correo no llega a este miembro: ese buzón no existe. Pregúntale por su correo.',
  mailFailsForStaff:
    'El correo no llega a este miembro: ese buzón no existe. Pregúntale por su correo y dáselo al propietario, que puede corregirlo.',

  scanTitle: 'Escanear una tarjeta o un cupón',
  scanAgain: 'Escanear de nuevo',
  scanning: 'Apunta la cámara al código QR de un miembro o a un cupón.',
  stopScanning: 'Dejar de escanear',
  cameraDenied: 'Acceso a la cámara denegado. Activa el permiso de la cámara e inténtalo de nuevo.',
  cameraBusy: 'Otra aplicación está usando la cámara. Ciérrala allí o escribe el código.',
  cameraStopped:
    'La cámara se detuvo. Puede estar desconectada, bloqueada o en uso por otra aplicación. Revísala y vuelve a escanear, o escribe el código.',
  cameraMissing:
    'Este dispositivo no tiene una cámara que podamos usar. Escribe el código o elige una foto.',
  cameraUnready:
    'El escáner necesita conexión la primera vez. Conéctate una vez o escribe el código.',
  choosePhoto: 'Elegir una foto',
  nothingInPhoto:
    'No encontramos ningún código QR en esta foto. Prueba con una más nítida o más cercana.',
  torch: 'Luz',
  camera: 'Cámara',
  cameraNumber: (number) => `Cámara ${number}`,
  typeCode: 'O escribe el código de un cupón',
  go: 'Ir',
  notOurs: 'Ese código no es nuestro. Pide la tarjeta del miembro o el cupón.',
  elsewhere: 'Ese código lleva a otro sitio, así que no lo abrimos.',
  noCoupon: 'Ese no es un código de cupón. Compáralo con la tarjeta, letra por letra.',
  signUpCode: 'Ese es el código de inscripción para clientes. Lo escanean con su propio teléfono.',
  ownPage:
    'Ese es el enlace privado de un cliente. Pídele que lo abra y muestre su código de miembro.',

  refusals: 'Requiere atención',
  refused: (label, title) => `${label} sin aceptar: ${title}`,
  refusedOf: (name, label) => `${name}: ${label} sin aceptar`,
  refusedToo: (line, count) => `${line}, y ${count} más`,
  openMember: 'Abrir miembro',
  dismiss: 'Descartar',
  allUnsent: 'Ver todo',
  nextStep: {
    points_short: 'Elige otra recompensa o registra antes una compra.',
    reward_unavailable: 'Elige otra recompensa.',
    reward_expired: 'Elige otra recompensa.',
    reward_sold_out: 'Elige otra recompensa.',
    reward_limit_reached: 'Elige otra recompensa.',
    reward_changed: 'Abre al miembro y canjea de nuevo al precio actual.',
    coupon_used: 'No aceptes este cupón.',
    coupon_expired: 'No aceptes este cupón.',
    coupon_unknown: 'Comprueba el código con el cliente y no lo aceptes hasta entonces.',
    coupon_void: 'No aceptes este cupón.',
    coupon_use_undone: 'Abre al miembro para ver si el cupón está usado.',
    coupon_other_business: 'No aceptes este cupón.',
    points_spent: 'Los puntos ya se gastaron; consulta al propietario.',
    customer_changed_meanwhile: 'Abre al miembro y corrige lo que siga mal.',
    address_of_other: 'Abre al miembro y escribe otro correo.',
    member_erased: 'Inscribe de nuevo al cliente si quiere participar.',
  },
  nextStepElse: 'Míralo en Por sincronizar.',

  settings: 'Ajustes de la caja',
  sound: 'Sonido',
  vibration: 'Vibración',

  memberCard: 'Tarjeta de miembro',
  showAtCounter: 'Muestra este código en la caja',
  showAtCounterHint:
    'Esta es la tarjeta de un miembro. El personal la escanea para sumar puntos. Para ver tus puntos, abre el enlace de tu correo de bienvenida.',
}
