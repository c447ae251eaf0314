/** Two-step verification, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { secondFactor as english } from '#pwa/texts/second-factor.ts'

export const secondFactor: Translated<typeof english> = {
  title: 'Verificación en dos pasos',
  description:
    'Después de la contraseña, entra con una llave de acceso o con el código de una aplicación. Una contraseña robada no basta para entrar.',
  protect: 'Protege tu cuenta',
  setUpFirst:
    'Configura la verificación en dos pasos para continuar. Los superadministradores la necesitan.',
  notNow: 'Estás sin conexión. Conéctate a internet para cambiar esto.',

  stepTitle: 'Verificación en dos pasos',
  stepHint: 'La contraseña es correcta. Falta un paso para iniciar sesión.',
  usePasskey: 'Usar llave de acceso',
  passkeyHint: 'El navegador te pedirá la huella, la cara, el PIN o una llave de seguridad.',
  or: 'o',
  appCode: 'Código de la aplicación',
  appCodeHint: (digits) => `${digits} dígitos de tu aplicación de autenticación`,
  verify: 'Verificar',
  recoveryCode: 'Código de recuperación',
  recoveryCodeHint: 'Cada código sirve una sola vez.',
  lostDevice: '¿Perdiste el dispositivo? Usa un código de recuperación',
  otherWays: 'Volver a las otras opciones',
  startAgain: 'Volver a iniciar sesión',
  stepFailed: 'No se pudo verificar',
  passkeyNotUsed: 'La llave de acceso no funcionó',
  passkeyNotUsedHint: 'No cambió nada. Inténtalo de nuevo o elige otra opción.',

  passkeys: 'Llaves de acceso',
  passkeysHint: 'Entra con la huella, la cara, el PIN o una llave de seguridad.',
  noPasskeys: 'Todavía no hay llaves de acceso.',
  addPasskey: 'Agregar llave de acceso',
  passkeyName: 'Nombre',
  passkeyNameHint: 'Para distinguirla, como «Laptop del trabajo».',
  thisDevice: 'Este dispositivo',
  continue: 'Continuar',
  cancel: 'Cancelar',
  save: 'Guardar',
  passkeyAdded: 'Llave de acceso agregada',
  passkeyNotAdded: 'No se agregó la llave de acceso',
  passkeyNotAddedHint: 'No cambió nada. Inténtalo de nuevo.',
  passkeyHere: 'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
  passkeyUsed: (day, ago) => `Agregada el ${day} · Usada ${ago}`,
  passkeyUnused: (day) => `Agregada el ${day} · Sin usar`,
  passkeyActions: (name) => `Acciones para ${name}`,
  rename: 'Cambiar nombre',
  renameTitle: 'Cambiar el nombre de la llave de acceso',
  renamed: 'Nombre cambiado',
  notRenamed: 'No se pudo cambiar el nombre',
  remove: 'Quitar',
  removePasskeyTitle: (name) => `¿Quitar ${name}?`,
  removePasskeyMeaning:
    'Ya no podrás entrar con ella. Se cerrará la sesión en tus otros dispositivos.',
  passkeyRemoved: 'Llave de acceso quitada',
  notRemoved: 'No se pudo quitar',
  noPasskeysHere:
    'Este navegador no admite llaves de acceso aquí. Usa una aplicación de autenticación.',

  app: 'Aplicación de autenticación',
  appHint: 'Recibe un código nuevo cada 30 segundos en una aplicación de tu teléfono.',
  appSince: (day) => `Configurada el ${day}`,
  appOff: 'Sin configurar.',
  setUpApp: 'Configurar aplicación',
  replaceApp: 'Cambiar aplicación',
  appTitle: 'Configura la aplicación',
  scanHint: 'Escanea este código con la aplicación o escribe la clave.',
  appQrCode: 'Código QR para tu aplicación de autenticación',
  key: 'Clave',
  copyKey: 'Copiar clave',
  turnOn: 'Activar',
  appReady: 'Aplicación de autenticación configurada',
  appNotReady: 'No se pudo configurar la aplicación',
  removeAppTitle: '¿Quitar la aplicación de autenticación?',
  removeAppMeaning:
    'Sus códigos dejarán de servir. Se cerrará la sesión en tus otros dispositivos.',
  appRemoved: 'Aplicación de autenticación quitada',

  recoveryCodes: 'Códigos de recuperación',
  codesLeft: (count) => counted(count, { one: 'Queda # código', other: 'Quedan # códigos' }),
  codesMeaning:
    'Para cuando pierdas el teléfono o la llave de acceso. Con cada código entras una sola vez.',
  newCodes: 'Generar códigos nuevos',
  newCodesTitle: '¿Generar códigos de recuperación nuevos?',
  newCodesMeaning: 'Los códigos que tienes ahora dejarán de servir.',
  codesFailed: 'No se pudieron generar códigos nuevos',
  codesTitle: 'Guarda tus códigos de recuperación',
  codesShownOnce:
    'Guárdalos en un lugar seguro, lejos del teléfono. No podremos mostrarlos de nuevo. Se cerró la sesión en tus otros dispositivos.',
  codesShownAgain:
    'Guárdalos en un lugar seguro, lejos del teléfono. No podremos mostrarlos de nuevo.',
  copyCodes: 'Copiar códigos',
  downloadCodes: 'Descargar',
  codesFile: 'regulars-codigos-de-recuperacion.txt',
  codesSaved: 'Ya los guardé',

  resetEntry: 'Restablecer verificación en dos pasos',
  resetTitle: (name) => `¿Restablecer la verificación en dos pasos de ${name}?`,
  resetMeaning:
    'Se cerrará su sesión en todas partes y podrá entrar solo con su contraseña hasta que la configure de nuevo. Asegúrate de que de verdad te lo haya pedido. Le avisaremos por correo.',
  reset: 'Restablecer',
  resetDone: (name) => `Verificación en dos pasos restablecida para ${name}`,
  resetFailed: 'No se pudo restablecer la verificación en dos pasos',
}
