/** The sign-up page of a printed QR code, in Spanish. */
import type { join as english } from '#pwa/texts/join.ts'
import { counted, percentage, plural, type Translated } from '#pwa/texts/language.ts'

const welcomePoints = { one: '# punto de bienvenida', other: '# puntos de bienvenida' }

export const join: Translated<typeof english> = {
  loading: 'Cargando la información del negocio...',
  invalid: 'Código QR no válido',
  invalidHint: 'El código QR que escaneaste no es válido o venció.',
  scanAnother: 'Escanear otro código',
  offline: 'No tienes conexión',
  offlineHint: 'Conéctate a internet para abrir esto por primera vez. Seguiremos intentándolo.',
  tryAgain: 'Reintentar',
  documentTitle: (business) => `Únete a ${business}`,
  headline: 'Únete a nuestro programa',
  welcome(points, percent) {
    const gift = counted(points, welcomePoints)
    if (points > 0 && percent > 0) {
      return `¡Recibe ${gift} y un ${percentage(percent)} de descuento al inscribirte!`
    }
    if (points > 0) return `¡Recibe ${gift} al inscribirte!`
    if (percent > 0) return `¡Recibe un ${percentage(percent)} de descuento al inscribirte!`
    return '¡Inscríbete y gana puntos con cada compra!'
  },
  buysNow: 'Hoy te alcanza para:',
  alreadyMember: '¿Ya eres miembro? Envíame mi tarjeta',
  whatYouGet: 'Qué recibes',
  perkPoints: (points) => counted(points, welcomePoints),
  perkDiscount: (percent) => `Cupón del ${percentage(percent)} de descuento`,
  perkEarn: 'Gana puntos con cada compra',
  perkRewards: 'Recompensas exclusivas para miembros',
  rewards: 'Recompensas',
  rewardAt: (name, points, shown) =>
    `${name} · ${shown} ${plural(points, { one: 'punto', other: 'puntos' })}`,
  paused: 'Las inscripciones están en pausa',
  pausedHint: (business) =>
    `${business} no acepta miembros nuevos en este momento. Pide ayuda al personal.`,
  held: 'Recibimos tu inscripción. La terminaremos cuando se reanude el programa.',
  offlineForm: (asOf) =>
    `No tienes conexión, pero puedes inscribirte igual. Última actualización: ${asOf}`,
  asOfTime: (time) => `hoy, ${time}`,
  asOfDay: (day, time) => `${day}, ${time}`,
  scanDifferent: 'Escanear otro código QR',

  signUp: 'Inscripción',
  firstName: 'Nombre',
  lastName: 'Apellido',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  birthday: 'Cumpleaños (opcional)',
  birthdayHint: 'Para darte un regalo. Nunca pedimos el año.',
  month: 'Mes',
  day: 'Día',
  stayInTouch: 'Novedades por correo, ofertas por mensaje, notificaciones (opcional)',
  emailMe: 'Quiero recibir novedades y ofertas por correo',
  textMe: 'Quiero recibir ofertas por mensaje de texto',
  notifyMe: 'Quiero recibir notificaciones',
  required: 'Obligatorio: acepta ambos abajo',
  agreeTerms: 'Acepto los <link>Términos del servicio</link>',
  agreePrivacy: 'Acepto la <link>Política de privacidad</link>',
  acceptTerms: 'Acepta los Términos del servicio',
  acceptPrivacy: 'Acepta la Política de privacidad',
  joinNow: 'Inscribirme',
  joining: 'Inscribiendo…',
  error: 'Error',
  scanFirst: 'Primero escanea un código QR',
  consentRequired: 'Falta tu consentimiento',
  consentRequiredHint:
    'Acepta los Términos del servicio y la Política de privacidad para continuar',
  phoneRequired: 'Falta el teléfono',
  phoneRequiredHint: 'Escribe un teléfono para recibir promociones por mensaje de texto',
  signUpFailed: 'No se pudo completar la inscripción',
  storageFull:
    'No pudimos guardar tu inscripción porque el almacenamiento de este teléfono está lleno. No se envió nada.',
  storageLost:
    'No pudimos guardar tu inscripción porque esta página no puede acceder al almacenamiento del teléfono. No se envió nada. Vuelve a cargar la página e inténtalo de nuevo.',
  reload: 'Volver a cargar',
  notLoaded: 'No se cargó una parte de esta página. No se envió nada. Inténtalo de nuevo.',
}
