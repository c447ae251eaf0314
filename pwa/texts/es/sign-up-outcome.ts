/** The outcome of a sign-up, in Spanish. */
import { counted, percentage, type Translated } from '#pwa/texts/language.ts'
import type { signUpOutcome as english } from '#pwa/texts/sign-up-outcome.ts'

export const signUpOutcome: Translated<typeof english> = {
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
  signUpComplete: 'Inscripción completa',
  dismiss: 'Descartar',
  evicted: (count) =>
    counted(count, {
      one: 'Tu navegador borró # inscripción de este dispositivo antes de enviarla. Inscríbete de nuevo.',
      other:
        'Tu navegador borró # inscripciones de este dispositivo antes de enviarlas. Inscríbete de nuevo.',
    }),
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
    'Guardado en este dispositivo. En cuanto tenga conexión terminaremos tu inscripción y te enviaremos tu tarjeta por correo.',
  savedOpenSoon:
    'Guardado en este teléfono. Para terminar, vuelve a abrir esta página con conexión antes de 7 días.',
  savedOpenAgain:
    'Guardado en este teléfono. Para terminar, vuelve a abrir esta página cuando tengas conexión.',
  savedCoupon: 'Guardado en este teléfono. Tu cupón aparecerá aquí cuando tengas conexión.',
  somethingWrong: 'Algo salió mal. Inténtalo de nuevo.',
}
