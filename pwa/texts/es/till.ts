/** Tills, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { till as english } from '#pwa/texts/till.ts'

export const till: Translated<typeof english> = {
  locked: (name) => `${name} está bloqueada`,
  whoAreYou: 'Toca tu nombre para desbloquear.',
  people: 'Personas',
  nobody: 'Nadie tiene un PIN todavía.',
  nobodyHint:
    'Inicia sesión en tu propio teléfono, abre Perfil y define un PIN de caja. Luego vuelve.',
  checkAgain: 'Comprobar de nuevo',
  enterPin: (name) => `PIN de ${name}`,
  digits: (count) => counted(count, { one: '# dígito escrito', other: '# dígitos escritos' }),
  notYou: 'Otra persona',
  checking: 'Comprobando…',
  wrong: (left) =>
    counted(left, {
      one: 'PIN incorrecto. Queda # intento.',
      other: 'PIN incorrecto. Quedan # intentos.',
    }),
  wait: (seconds) =>
    counted(seconds, {
      one: 'Demasiados intentos fallidos. Espera # segundo.',
      other: 'Demasiados intentos fallidos. Espera # segundos.',
    }),
  wiped:
    'Demasiados intentos fallidos. Pide al propietario que restablezca tu PIN y define uno nuevo en tu perfil.',
  unreadable:
    'Esta caja ya no puede leer sus PIN. Pide a un propietario que la configure de nuevo.',
  needsReset: 'Hay que restablecer el PIN',
  lock: 'Bloquear',
  lockOf: (name) => `${name}: bloquear esta caja`,

  pinTitle: 'PIN de caja',
  pinHint:
    'Seis dígitos que desbloquean una caja compartida y firman lo que haces en ella. Nadie más los ve.',
  pinSet: 'Tienes un PIN.',
  pinNotSet: 'Todavía no tienes un PIN.',
  newPin: 'PIN nuevo',
  repeatPin: 'Repite el PIN',
  pinsDiffer: 'Los PIN no coinciden.',
  savePin: 'Guardar PIN',
  pinSaved: 'PIN guardado',
  pinNotSaved: 'No se guardó el PIN',

  title: 'Cajas',
  description:
    'Dispositivos compartidos en la caja. El personal los desbloquea con su PIN, también sin conexión.',
  addDevice: 'Agregar un dispositivo',
  tillFor: 'El personal comparte este dispositivo y lo desbloquea con su PIN.',
  counterFor: 'El teléfono o la tableta de una persona: escanea un código e inicia sesión.',
  kioskFor: 'Los clientes se inscriben solos en este dispositivo.',
  setUpDevice: 'Preparar un dispositivo de caja',
  setUpDeviceHint:
    'Escanea este código con el otro dispositivo. Abre allí la caja; inicia sesión y guárdala en la pantalla de inicio.',
  setUpDeviceQr: 'Código QR que abre la caja',
  thisDevice: 'Usar este dispositivo como caja',
  thisDeviceMeaning:
    'Se cerrará tu sesión aquí. Desde entonces el personal desbloquea este dispositivo con su PIN y trabaja en él a su nombre. Puedes quitarlo cuando quieras desde otro dispositivo.',
  tillName: 'Nombre de la caja',
  tillNameHint: 'Por ejemplo, «Caja principal»',
  makeTill: 'Convertir en caja',
  cancel: 'Cancelar',
  notEnrolled: 'Este dispositivo no se convirtió en caja',
  none: 'Todavía no hay cajas.',
  enrolled: (day, device) => `Agregada el ${day} · ${device}`,
  lastSeen: (ago) => `Último contacto: ${ago}`,
  remove: 'Quitar',
  removeOf: (name) => `Quitar ${name}`,
  removeTitle: (name) => `¿Quitar ${name}?`,
  removeMeaning:
    'Se borra en su próximo contacto. Lo que haya guardado sin sincronizar te llega antes para que lo revises.',
  removed: (name) => `Se quitó ${name}`,
  notRemoved: 'No se quitó la caja',
  pins: 'PIN del personal',
  pinsHint: 'Cada persona define su propio PIN en su perfil. Puedes restablecer uno olvidado.',
  hasPin: 'PIN definido',
  noPin: 'Sin PIN',
  setOwn: 'Poner mi PIN',
  reset: 'Restablecer PIN',
  resetOf: (name) => `Restablecer el PIN de ${name}`,
  resetDone: (name) => `Se restableció el PIN de ${name}`,
  notReset: 'No se restableció el PIN',
}
