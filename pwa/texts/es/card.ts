/** A member's card, the outcome of a sign-up, and scanning a code, in Spanish. */
import type { card as english } from '#pwa/texts/card.ts'
import { counted, percentage, type Translated } from '#pwa/texts/language.ts'

const points = { one: '# punto', other: '# puntos' }

export const card: Translated<typeof english> = {
  welcomeName: (firstName) => `Te damos la bienvenida, ${firstName}`,
  nowMember: (business) => `Ya eres miembro de ${business}.`,
  openMyCard: 'Abrir mi tarjeta',
  gotSignUp: 'Recibimos tu inscripción',
  signUpPaused: (business) =>
    `El programa de ${business} está en pausa. Terminaremos tu inscripción cuando se reanude.`,
  almostIn: 'Ya casi estás',
  alreadyMember: 'Ya eres miembro',
  signUpFailed: 'No se pudo completar la inscripción',
  differentEmail: 'Usar otro correo',
  editAndTryAgain: 'Corregir e intentar de nuevo',
  nextCustomer: 'Siguiente cliente',
  waitingToFinish: 'Por terminar',
  signUpComplete: 'Registro completo',
  dismiss: 'Descartar',
  openCard: 'Abrir la tarjeta',
  pointsComing: 'Puntos en camino',
  discountComing: 'Descuento en camino',
  points: 'Puntos',
  discountCoupon: (percent) => `Cupón del ${percentage(percent)} de descuento`,
  welcomeHeld:
    'Estamos revisando tu regalo de bienvenida. Aparecerá en tu tarjeta cuando se apruebe.',
  tillQr: 'Código QR que abre la tarjeta en el teléfono del cliente',
  tillHint:
    'Escanea esto con tu teléfono para abrir tu tarjeta. No se quedará en este dispositivo.',

  savedFinish: 'Guardado en este teléfono. Lo terminaremos en cuanto tengas conexión.',
  savedOnTill:
    'Guardado en este dispositivo. En cuanto tenga conexión terminaremos tu registro y te enviaremos tu tarjeta por correo.',
  savedOpenSoon:
    'Guardado en este teléfono. Para terminar, vuelve a abrir esta página con conexión antes de 7 días.',
  savedOpenAgain:
    'Guardado en este teléfono. Para terminar, vuelve a abrir esta página cuando tengas conexión.',
  savedCoupon: 'Guardado en este teléfono. Tu cupón aparecerá aquí cuando tengas conexión.',
  phoneFull: 'Este teléfono se quedó sin espacio, así que no se guardó ni se envió nada.',
  somethingWrong: 'Algo salió mal. Inténtalo de nuevo.',

  documentTitle: 'Mi tarjeta de lealtad',
  documentTitleOf: (business) => `Mi tarjeta · ${business}`,
  notFound: 'No se encontró la tarjeta',
  notFoundHint:
    'Este enlace no abre ninguna tarjeta de lealtad. Usa el enlace más reciente de tu correo o pregunta al personal.',
  offline: 'No tienes conexión',
  offlineHint: 'Conéctate a internet para abrir esta tarjeta en este teléfono por primera vez.',
  loading: 'Cargando',
  lastUpdated: (asOf) => `No tienes conexión. Última actualización: ${asOf}.`,
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
  showAtCounter: 'Muestra este código en el mostrador',
  needsScripts:
    'Tus recompensas y cupones necesitan JavaScript: actívalo o abre esta dirección en otro navegador.',
  wallets: 'Guarda tu tarjeta en una cartera',
  googleWallet: 'Añadir a Google Wallet',
  appleWallet: 'Añadir a Apple Wallet',
  fullScreen: 'Pantalla completa',
  closeFullScreen: 'Cerrar',
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
  off: (discount) => `${discount} DE DESCUENTO`,
  redeem: 'Canjear',
  notEnough: 'No tienes puntos suficientes',
  redeemOf: (reward) => `¿Canjear ${reward}?`,
  redeemMeaning: (count, discount) =>
    `${counted(count, points)} por ${discount} de descuento. Recibirás un cupón para mostrar en el mostrador.`,
  keepPoints: 'Conservar mis puntos',
  couponKept: 'Muestra este código en el mostrador. También está en Mis cupones.',
  done: 'Listo',
  redeemed: 'Recompensa canjeada',
  yourCoupon: (code) => `Tu cupón es ${code}`,
  redemptionFailed: 'No se pudo canjear',
  notSpent:
    'No pudimos guardar esto, así que no se gastaron puntos. Libera espacio e inténtalo de nuevo.',
  pointsHeld: (count) =>
    counted(count, {
      one: '# punto queda reservado mientras se revisa.',
      other: '# puntos quedan reservados mientras se revisa.',
    }),
  redeeming: (count) => counted(count, { one: 'Canjeando # punto…', other: 'Canjeando # puntos…' }),

  pageNotFound: 'Página no encontrada',
  pageNotFoundHint: 'No encontramos esa página. Vuelve a escanear el código QR del negocio.',
  scanTitle: 'Únete a nuestro programa de lealtad',
  scanHeadline: 'Únete a nuestro programa de lealtad',
  scanHint: 'Escanea el código QR del mostrador o escribe el código impreso debajo.',
  scanner: 'Lector de códigos QR',
  startScanner: 'Abrir el lector de códigos QR',
  stopScanning: 'Dejar de escanear',
  scanning: 'Buscando códigos QR...',
  cameraRequired: 'Para escanear códigos QR hace falta la cámara',
  cameraDenied: 'No hay acceso a la cámara. Activa el permiso e inténtalo de nuevo.',
  noCamera: 'No podemos usar una cámara en este dispositivo. Escribe el código.',
  enterCode: 'O escribe el código',
  continue: 'Continuar',
  error: 'Error',
  scanFirst: 'Primero escanea un código QR',
  otherSite: 'Ese código lleva a otro sitio. Escanea el código de inscripción de este negocio.',
  isCoupon: 'Eso es un cupón. Muéstralo al pagar.',
  notSignUpCode: 'Ese no es un código de inscripción. Busca el código del negocio en el mostrador.',
  isMemberCard: 'Esa es una tarjeta de miembro. Escanea el código de inscripción del negocio.',
}
