/** The overview of a business's settings, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { settings as english } from '#pwa/texts/settings.ts'

export const settings: Translated<typeof english> = {
  title: 'Ajustes',
  description: 'Cómo funciona tu programa, cómo se ve y quién lo atiende.',
  hints: {
    program: 'Cómo se ganan los puntos y qué reciben los nuevos miembros.',
    branding: 'Tu nombre, tu logo y tus colores, con vista previa.',
    offlineRedemption: 'Qué puede entregar el personal sin conexión.',
    staff: 'Quién trabaja aquí y qué puede hacer.',
    devices: 'Si todo ha llegado. Cierra la sesión y borra uno perdido.',
    tills: 'Dispositivos compartidos de la caja, que se desbloquean con PIN.',
    plan: 'Tu plan, tu prueba y los demás planes.',
    activityLog: 'Quién hizo qué y cuándo.',
  },
  export: {
    title: 'Exportar todo',
    hint: 'Un archivo zip con tus miembros y sus consentimientos, puntos, compras, cupones, recompensas, campañas y el registro de actividad, como hojas de cálculo y como JSON. Los códigos de los cupones no se incluyen. Guárdalo bien: contiene los nombres y las direcciones de tus miembros.',
    file: 'todo',
    done: 'Se descargó tu exportación.',
    failed: 'No pudimos exportar tus datos',
  },
}
