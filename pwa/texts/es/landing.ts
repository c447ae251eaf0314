/** The landing page, in Spanish. */
import type { landing as english } from '#pwa/texts/landing.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const landing: Translated<typeof english> = {
  login: 'Iniciar sesión',
  createAccount: 'Crear cuenta',
  headline: 'Convierte las primeras visitas en clientes de siempre.',
  lead: 'Un programa de lealtad con tu nombre y tus colores. Los clientes se inscriben con un escaneo y tu caja sigue funcionando aunque falle el wifi.',
  inviteOnly: 'Regulars es solo por invitación. Ten a mano tu código.',
  closing: 'Tu próximo cliente de siempre ya está en la caja.',
  closingHint: 'Gratis durante 14 días. Imprime tu primer código QR en minutos.',
  haveAccount: '¿Ya tienes cuenta? <link>Inicia sesión</link>',

  features: 'Todo lo que hace falta para que tus clientes vuelvan.',
  scan: 'Los clientes se inscriben con un escaneo',
  scanText:
    'Imprime un código QR para la caja o la mesa. Los clientes lo escanean, escriben su nombre y correo, y reciben al instante puntos de bienvenida y un descuento.',
  coupons: 'Cupones y campañas automáticos',
  couponsText:
    'Cada compra suma puntos. Cada recompensa se convierte en un cupón de un solo uso que compruebas en un segundo. Las campañas de descuento crean y envían cupones automáticamente: por cumpleaños, para recuperar clientes o al llegar a cierta cantidad de puntos.',
  analytics: 'Mira qué funciona',
  analyticsText: 'Sigue inscripciones, escaneos y canjes, con tendencias de 30 días.',
  brand: 'Tu nombre, tu logo y tus colores',
  brandText:
    'Tu logo, tus colores y el nombre de tu negocio están en la página de inscripción, la tarjeta y cada correo. El texto se lee bien en cualquier color. Pruébalo:',
  offline: 'Funciona aunque falle el wifi',
  offlineText:
    'Instálalo en un teléfono. Las inscripciones y las compras se guardan en el teléfono y se sincronizan cuando vuelve la conexión. Siempre ves lo que está pendiente.',
  isolation: 'Tus datos siguen siendo tuyos',
  isolationText:
    'Los datos de cada negocio están aislados en la base de datos. El personal solo ve lo que necesita en la caja.',

  pictureOffline: 'Sin conexión: 3 cambios guardados en este teléfono',
  pictureSignedUp: 'Inscripción',
  picturePurchase: (amount) => `Compra ${amount}`,
  pictureSignedUpName: (name) => `Inscripción de ${name}`,
  scanToJoin: 'Escanea para inscribirte',
  hundredPoints: '100 puntos',
  welcome: 'Bienvenida',
  tenOff: '10% de descuento',
  firstVisit: 'Primera visita',
  flatWhite: 'Café gratis',
  cost: (points) => `${points} puntos`,
  ready: 'Listo',
  scans30: 'Escaneos de QR, 30 días',
  owner: 'Propietario',
  ownerSees: 'Acceso completo a Trattoria Rosa',
  staff: 'Personal',
  staffSees: 'La caja',
  customer: 'Cliente',
  customerSees: 'Su propia tarjeta',
  welcomeBack: (name) => `Hola de nuevo, ${name}`,
  points: 'puntos',
  rewardIn: (reward, points) => `${reward} en ${points} puntos`,
  sampleColors: 'Colores de la tarjeta de muestra',
  blue: 'Azul',
  red: 'Rojo',
  yellow: 'Amarillo',
  black: 'Negro',
  houseDessert: 'Postre de la casa',
  tuneUp: 'Ajuste gratis',
  hairTreatment: 'Tratamiento capilar',
}
