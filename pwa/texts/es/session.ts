/** Signing out, confirming the password, and access that ended, in Spanish. */

import { counted, plural, type Translated } from '#pwa/texts/language.ts'
import type { session as english } from '#pwa/texts/session.ts'

export const session: Translated<typeof english> = {
  signOut: 'Cerrar sesión',
  signOutAnyway: 'Cerrar sesión de todos modos',
  staySignedIn: 'Seguir en la sesión',
  signOutUnsynced: (count) =>
    counted(count, {
      one: '¿Cerrar sesión con # cambio sin sincronizar?',
      other: '¿Cerrar sesión con # cambios sin sincronizar?',
    }),
  signOutRefused: (count) =>
    counted(count, {
      one: '¿Cerrar sesión con # elemento que requiere atención?',
      other: '¿Cerrar sesión con # elementos que requieren atención?',
    }),
  signOutOffline: '¿Cerrar sesión sin conexión?',
  unsyncedMeaning: (count) =>
    plural(count, {
      one: 'Si sigues en la sesión, se sincronizará cuando vuelva la conexión. Si la cierras, queda cifrado en este dispositivo y se sincroniza cuando alguien inicie sesión aquí.',
      other:
        'Si sigues en la sesión, se sincronizarán cuando vuelva la conexión. Si la cierras, quedan cifrados en este dispositivo y se sincronizan cuando alguien inicie sesión aquí.',
    }),
  offlineMeaning: 'No tienes conexión. Necesitarás internet para volver a iniciar sesión.',
  refusedMeaning: (count) =>
    counted(count, {
      one: '# cambio no se completó. Los detalles solo están en este dispositivo y se borrarán al cerrar sesión.',
      other:
        '# cambios no se completaron. Los detalles solo están en este dispositivo y se borrarán al cerrar sesión.',
    }),
  signOutFailed: 'No se pudo cerrar sesión',
  confirmTitle: 'Confirma que eres tú',
  confirmHint: (minutes) =>
    `Escribe tu contraseña para hacer este cambio. No la volveremos a pedir durante ${minutes} minutos.`,
  password: 'Contraseña',
  passwordRequired: 'Escribe tu contraseña',
  somethingWrong: 'Algo salió mal. Inténtalo de nuevo.',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  deviceRevoked: 'Se cerró la sesión de este dispositivo',
  deviceRevokedHint:
    'Se cerró desde otro dispositivo y por eso se borraron de aquí los datos del negocio. Los cambios sin sincronizar se enviarán al propietario del negocio para que los revise.',
  accessRemoved: 'Se quitó tu acceso',
  accessRemovedHint:
    'Los cambios sin sincronizar de este dispositivo se enviarán al propietario del negocio para que los revise.',
}
