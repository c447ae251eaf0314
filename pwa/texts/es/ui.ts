/** The design system's own controls, in Spanish. */

import { percentage, type Translated } from '#pwa/texts/language.ts'
import type { ui as english } from '#pwa/texts/ui.ts'

export const ui: Translated<typeof english> = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  dismiss: 'Descartar',
  notifications: 'Notificaciones',
  tryAgain: 'Inténtalo de nuevo.',
  copyFailed: 'No se pudo copiar',
  copyBlocked: 'Tu navegador bloqueó la copia. Selecciona el texto y cópialo tú.',
  showLatest: 'Ver la última versión',
  clear: 'Borrar',
  deleteDigit: 'Borrar el último dígito',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  clearSearch: 'Borrar la búsqueda',
  didYouMean: '¿Quisiste decir <address>esa dirección</address>?',
  mainNavigation: 'Principal',
  menu: 'Menú',
  bar: 'Accesos directos',
  more: 'Más',
  openMenu: 'Abrir el menú',
  closeMenu: 'Cerrar el menú',
  skipToContent: 'Ir al contenido',
  moreThanBefore: (percent) => `${percentage(percent)} más que en el periodo anterior`,
  lessThanBefore: (percent) => `${percentage(percent)} menos que en el periodo anterior`,
  colorTheme: 'Tema de color',
  lightTheme: 'Claro',
  darkTheme: 'Oscuro',
  systemTheme: 'Sistema',
  justNow: 'ahora mismo',
  browserOn: (browser, system) => `${browser} en ${system}`,
  unknownDevice: 'Dispositivo desconocido',
  sync: {
    waiting: 'Guardado aquí',
    sending: 'Sincronizando',
    saved: 'Sincronizado',
    parked: 'En espera',
    refused: 'Requiere atención',
  },
}
