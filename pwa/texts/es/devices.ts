/** The owner's devices, in Spanish. */
import type { devices as english } from '#pwa/texts/devices.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

export const devices: Translated<typeof english> = {
  title: 'Dispositivos',
  description: 'Dónde tiene sesión tu equipo y si todo lo que guardó ha llegado.',
  list: 'Dispositivos de tu equipo',
  listHint:
    'Dispositivos con una sesión abierta o que enviaron cambios en los últimos 90 días. Si se borra el navegador de uno, empieza una entrada nueva.',
  till: 'Caja',
  removed: 'Quitado',
  isSignedOut: 'Sesión cerrada',
  isCurrent: 'Este dispositivo',
  toTills: 'Gestionar cajas',
  lastSeen: (ago) => `Visto ${ago}`,
  lastSeenSince: (ago, at) => `Visto ${ago} · Sesión desde el ${at}`,
  sentNothing: 'No ha enviado cambios',
  received: (count) => counted(count, { one: '# cambio recibido', other: '# cambios recibidos' }),
  refused: (count) => counted(count, { one: '# rechazado', other: '# rechazados' }),
  onHold: (count) => `${count} en espera`,
  discarded: (count) => counted(count, { one: '# descartado', other: '# descartados' }),
  noneMissing: 'Faltan 0',
  missing: (count) => counted(count, { one: 'Falta #', other: 'Faltan #' }),
  signOut: 'Cerrar sesión y borrar',
  signOutOf: (name, device) => `Cerrar la sesión y borrar ${device} de ${name}`,
  signOutTitle: (name, device) => `¿Cerrar la sesión de ${name} en ${device}?`,
  signOutMeaning:
    'Los datos de tus clientes se borran del dispositivo la próxima vez que se conecte. Los cambios que no había enviado quedan sellados en él y cuentan tras el siguiente inicio de sesión.',
  signOutAll: (name) => `Cerrar la sesión de todos los dispositivos de ${name}`,
  alreadyOut: 'En este dispositivo ya se cerró la sesión.',
  signedOut: (name) => `Se cerró la sesión de ${name}`,
  deviceSignedOut: (name, device) => `Se cerró la sesión de ${name} en ${device}`,
  signOutFailed: 'No se cerró la sesión',
  gap: (from, through) =>
    from === through
      ? `El cambio número ${from} no ha llegado. Abre la aplicación en ese dispositivo cuando esté en línea.`
      : `Los cambios del número ${from} al ${through} no han llegado. Abre la aplicación en ese dispositivo cuando esté en línea.`,
}
