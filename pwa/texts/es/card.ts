/** A member's card, in Spanish. */
import type { card as english } from '#pwa/texts/card.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

const points = { one: '# punto', other: '# puntos' }

export const card: Translated<typeof english> = {
  documentTitle: 'Mi tarjeta de lealtad',
  documentTitleOf: (business) => `Mi tarjeta · ${business}`,
  notFound: 'No se encontró la tarjeta',
  notFoundHint:
    'Este enlace no abre ninguna tarjeta de lealtad. Usa el enlace más reciente de tu correo o pregunta al personal.',
  offline: 'No tienes conexión',
  offlineHint: 'Conéctate a internet para abrir esta tarjeta en este teléfono por primera vez.',
  loading: 'Cargando',
  lastUpdated: (asOf) => `No tienes conexión. Última actualización: ${asOf}`,
  welcomeBack: 'Hola de nuevo',
  pointsBalance: 'Saldo de puntos',
  pointsReserved: (count) =>
    counted(count, {
      one: '# punto reservado para tu recompensa',
      other: '# puntos reservados para tu recompensa',
    }),
  pointsOwed: (count) =>
    counted(count, {
      one: 'Con tu próximo punto, tu saldo vuelve a cero.',
      other: 'Con tus próximos # puntos, tu saldo vuelve a cero.',
    }),
  totalSpent: 'Total gastado',
  availableRewards: 'Recompensas disponibles',
  memberSince: (day) => `Miembro desde el ${day}`,
  memberQr: 'Tu código QR de miembro',
  showAtCounter: 'Muestra este código en la caja',
  needsScripts:
    'Tus recompensas y cupones necesitan JavaScript: actívalo o abre esta dirección en otro navegador.',
  wallets: 'Guarda tu tarjeta en una billetera',
  googleWallet: 'Agregar a Google Wallet',
  appleWallet: 'Agregar a Apple Wallet',
  fullScreen: 'Pantalla completa',
  closeFullScreen: 'Cerrar',
  showCode: 'Mostrar código',
  andMore: (count) => counted(count, { other: 'y # más' }),
  notYet: (count) => counted(count, { other: 'Todavía no (#)' }),
  moreToGet: (count) => counted(count, { other: 'Más para canjear (#)' }),
  pointsToward: (reward) => `Puntos para ${reward}`,
  pointsToGo: (count, reward) =>
    counted(count, {
      one: `Te falta # punto para ${reward}`,
      other: `Te faltan # puntos para ${reward}`,
    }),
  memberNow: '¡Ya eres miembro! Tus recompensas aparecerán cuando tengas conexión.',
  finishing: 'Terminando tu inscripción…',
  parked: 'Recibimos tu inscripción. La terminaremos cuando se reanude el programa.',
  myCoupons: 'Mis cupones',
  noCoupons: 'No hay cupones por ahora',
  pastCoupons: (count) => counted(count, { other: 'Cupones anteriores (#)' }),
  usedOn: (day) => `Usado el ${day}`,
  expired: 'Vencido',
  expires: (day) => `Vence: ${day}`,
  showQrOf: (description) => `Mostrar el código QR de ${description}`,
  hideQrOf: (description) => `Ocultar el código QR de ${description}`,
  couponQr: (code) => `Código QR del cupón ${code}`,
  pointHistory: 'Historial de puntos',
  noHistory: 'Aún no hay movimientos',
  noRewards: 'No hay recompensas disponibles en este momento',
  pointsOf: (count) => counted(count, points),
  free: 'Gratis',
  freeItem: (price) => `un artículo gratis que vale ${price}`,
  off: (discount) => `${discount} DE DESCUENTO`,
  redeem: 'Canjear',
  notEnough: 'No tienes puntos suficientes',
  redeemOf: (reward) => `¿Canjear ${reward}?`,
  redeemMeaning: (count, what) =>
    `${counted(count, points)} por ${what}. Recibirás un cupón para mostrar en la caja.`,
  keepPoints: 'Conservar mis puntos',
  couponKept: 'Muestra este código en la caja. También está en Mis cupones.',
  done: 'Listo',
  redeemed: 'Recompensa canjeada',
  yourCoupon: (code) => `Tu cupón es ${code}`,
  redemptionFailed: 'No se pudo canjear',
  notSpentFull:
    'El almacenamiento de este teléfono está lleno, así que no se gastaron puntos. Libera espacio e inténtalo de nuevo.',
  notSpentLost:
    'Esta página no puede acceder al almacenamiento del teléfono, así que no se gastaron puntos. Vuelve a cargar la página e inténtalo de nuevo.',
  notSpentUnloaded:
    'No se cargó una parte de esta página, así que no se gastaron puntos. Inténtalo de nuevo.',
  pointsHeld: (count) =>
    counted(count, {
      one: '# punto queda reservado mientras se revisa.',
      other: '# puntos quedan reservados mientras se revisa.',
    }),
  redeeming: (count) => counted(count, { one: 'Canjeando # punto…', other: 'Canjeando # puntos…' }),
}
