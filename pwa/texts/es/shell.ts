/** Elements around the screens, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { shell as english } from '#pwa/texts/shell.ts'

export const shell: Translated<typeof english> = {
  addToHomeScreen: 'Agregar a la pantalla de inicio',
  addCard: 'Agrega tu tarjeta a la pantalla de inicio',
  addCounter: 'Agrega la caja a la pantalla de inicio',
  oneTapAway: 'A un toque, incluso sin conexión.',
  addToHomeScreenAct: 'Agregar a inicio',
  tapShare: 'Toca el botón Compartir en Safari',
  tapAdd: 'Toca Agregar a inicio',
  installByMenu:
    'Para tener la caja en la pantalla de inicio de este dispositivo, abre el menú del navegador y elige Instalar o Agregar a inicio. Si tu navegador no lo ofrece, guarda esta página como marcador; también funciona sin conexión.',
  notNow: 'Ahora no',
  tryAgain: 'Reintentar',
  newVersion: 'Hay una versión nueva',
  update: 'Actualizar',
  offlineStale: 'No tienes conexión. Se muestra una versión anterior.',
  loaded: (ago) => `Datos cargados ${ago}`,
  stale: (why) => `${why} Se muestra una versión anterior.`,
  notRefreshed: 'No se pudo actualizar.',
  offline: 'No tienes conexión. Conéctate a internet para ver esto.',
  needsServer: 'No tienes conexión. Conéctate a internet para hacer esto.',
  notLoaded: 'No pudimos cargar esto. Inténtalo de nuevo.',
  requestId: (id) => `Solicitud ${id}`,
  about: 'Acerca de',
  terms: 'Términos del servicio',
  privacy: 'Política de privacidad',
  version: (version) => `Versión ${version}`,
}
