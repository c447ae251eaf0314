/** One customer as staff see them, in Spanish. */
import type { customer as english } from '#pwa/texts/en/customer.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

const points = { one: '# punto', other: '# puntos' }

export const customer: Translated<typeof english> = {
  openPage: 'Abrir en su página',
  backToList: 'Clientes',
  unnamed: 'Cliente',
  unknown:
    'No encontramos a este cliente en este dispositivo. Puede que sea nuevo o que haya dejado el programa.',
  points: 'Puntos',
  spent: 'Gastado',
  joined: 'Se inscribió',
  didNotGoThrough: (label) => `No se completó: ${label}.`,
  review: 'Revisar',
  actions: 'Acciones para el cliente',
  purchase: 'Compra',
  rewards: 'Recompensas',
  coupons: 'Cupones',
  history: 'Historial',

  amount: 'Importe',
  earns: (count) => `Gana ${counted(count, points)}`,
  note: 'Nota',
  optional: 'Opcional',
  recordPurchase: 'Registrar compra',
  recordPurchaseOf: (amount) => `Registrar compra · ${amount}`,
  purchaseRecorded: 'Compra registrada',
  earned: (name, count) => `${name} ganó ${counted(count, points)}.`,
  onHold: 'En espera',
  onHoldHint: 'Se completará cuando el negocio se reactive.',
  purchaseNotRecorded: 'No se registró la compra',
  pointsOf: (count) => counted(count, points),
  voided: 'Anulada',
  voidPurchase: 'Anular',
  voidPurchaseOf: (amount) => `Anular la compra de ${amount}`,
  voidThisPurchase: '¿Anular esta compra?',
  voidWarning: (name, count, amount) =>
    `${name} pierde ${counted(count, points)} de esta compra de ${amount}.`,
  purchaseVoided: 'Compra anulada',
  pointsRemoved: (count) =>
    counted(count, { one: 'Se quitó # punto.', other: 'Se quitaron # puntos.' }),
  purchaseNotVoided: 'No se anuló la compra',

  noRewards: 'No hay recompensas disponibles en este momento',
  rewardCost: (count, discount) => `${counted(count, points)} · ${discount} de descuento`,
  redeem: 'Canjear',
  notEnoughPoints: 'No hay puntos suficientes',
  rewardRedeemed: 'Recompensa canjeada',
  waitForCoupon: 'Todavía no la entregues. El cupón aparecerá cuando se sincronice.',
  redemptionFailed: 'No se pudo canjear',

  noCoupons: 'Aún no hay cupones.',
  noCouponsOffline:
    'No hay cupones en este dispositivo. Los nuevos aparecerán cuando vuelva la conexión.',
  couponExpires: (description, day) => `${description} · vence el ${day}`,
  used: 'Usado',
  use: 'Usar',
  useThisCoupon: '¿Marcar este cupón como usado?',
  markAsUsed: 'Marcar como usado',
  onlyOnce: (description) => `${description}. Los cupones sirven una sola vez.`,
  couponApplied: (description) => `Cupón aplicado: ${description}`,
  couponUsed: 'Cupón usado',
  couponNotApplied: 'No se aplicó el cupón',

  noHistory: 'Aún no hay movimientos',

  signUpCustomer: 'Inscribir a un cliente',
  signUpHint:
    'Funciona sin conexión. Los puntos de bienvenida se suman enseguida y se confirman cuando vuelva la conexión.',
  firstName: 'Nombre',
  lastName: 'Apellido',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  agreesToTerms: 'El cliente acepta los Términos del servicio y la Política de privacidad',
  agreesToEmails: 'El cliente acepta recibir correos promocionales',
  agreesToTexts: 'El cliente acepta recibir mensajes de texto promocionales',
  signUp: 'Inscribir',
  hasJoined: (firstName) => `${firstName} se inscribió`,
  savedOnDevice: 'Guardado en este dispositivo.',
  signUpFailed: 'No se pudo inscribir',
}
