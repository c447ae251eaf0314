/** The owner's devices, in Spanish. */
import type { devices as english } from '#pwa/texts/devices.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

export const devices: Translated<typeof english> = {
  title: 'Dispositivos',
  description: 'Si todo lo que guardó tu equipo ha llegado.',
  delivery: 'Sincronización',
  deliveryHint:
    'Dispositivos que enviaron cambios en los últimos 90 días. Si se borra el navegador de uno, empieza una entrada nueva.',
  none: 'Ningún dispositivo ha enviado cambios todavía.',
  till: 'Caja',
  removed: 'Quitado',
  isSignedOut: 'Sesión cerrada',
  lastContact: (ago) => `Últimos cambios enviados ${ago}`,
  received: (count) => counted(count, { one: '# cambio recibido', other: '# cambios recibidos' }),
  refused: (count) => `${count} rechazados`,
  onHold: (count) => `${count} en espera`,
  discarded: (count) => `${count} descartados`,
  noneMissing: '0 faltan',
  missing: (count) => `${count} faltan`,
  signOut: 'Cerrar sesión y borrar',
  signOutOf: (name, device) => `Cerrar la sesión y borrar ${device} de ${name}`,
  signOutTitle: (name, device) => `¿Cerrar la sesión de ${name} en ${device}?`,
  signOutMeaning:
    'Los datos de tus clientes se borran del dispositivo la próxima vez que se conecte. Los cambios que no había enviado quedan sellados en él y cuentan tras el siguiente inicio de sesión.',
  signOutAll: (name) => `Cerrar la sesión de todos los dispositivos de ${name}`,
  alreadyOut: 'En este dispositivo ya se cerró la sesión.',
  signedOut: (name) => `Se cerró la sesión de ${name}`,
  signOutFailed: 'No se cerró la sesión',
  gap: (from, through) =>
    from === through
      ? `El cambio número ${from} no ha llegado. Abre la aplicación en ese dispositivo cuando esté en línea.`
      : `Los cambios del número ${from} al ${through} no han llegado. Abre la aplicación en ese dispositivo cuando esté en línea.`,
}
