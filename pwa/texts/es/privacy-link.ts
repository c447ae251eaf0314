/** The page behind a mailed link about a member's data, in Spanish. */
import type { Translated } from '#pwa/texts/language.ts'
import type { privacyLink as english } from '#pwa/texts/privacy-link.ts'

export const privacyLink: Translated<typeof english> = {
  title: 'Tus datos',
  question: {
    export: 'Tus datos están listos',
    erasure: '¿Eliminar tus datos?',
    keep: '¿Conservar tus datos?',
  },
  meaning: {
    export: (business) => `Un archivo con todo lo que el programa de ${business} guarda sobre ti.`,
    erasure: (business) =>
      `Saldrás del programa de ${business}, perderás tus puntos y los cupones sin usar, y eliminaremos tu nombre, correo y teléfono. No se puede deshacer.`,
    keep: (business) =>
      `${business} va a eliminar tus datos. Si no lo pediste, cancélalo: conservas tu tarjeta, tus puntos y tus cupones.`,
  },
  act: {
    export: 'Descargar mis datos',
    erasure: 'Eliminar mis datos',
    keep: 'Conservar mis datos',
  },
  eraseTitle: '¿Eliminar todo?',
  done: { erasure: 'Tus datos se eliminaron', keep: 'Tus datos se conservan' },
  doneHint: {
    erasure: (business) =>
      `Dejaste el programa de ${business}. Puedes volver a inscribirte cuando quieras.`,
    keep: (business) => `Tu tarjeta de ${business} funciona como antes.`,
  },
  ended: 'Este enlace ya no funciona',
  endedHint:
    'Venció, o tu correo o el plan cambiaron. Pídelo de nuevo en tu tarjeta o en el negocio.',
  offline: 'Estás sin conexión',
  offlineHint: 'Conéctate a internet para continuar.',
  failed: 'No funcionó. Inténtalo de nuevo.',
  tryAgain: 'Intentar de nuevo',
}
