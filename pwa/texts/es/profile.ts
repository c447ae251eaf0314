/** The user's own account, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { profile as english } from '#pwa/texts/profile.ts'

export const profile: Translated<typeof english> = {
  title: 'Perfil',
  description: 'Administra tu cuenta, tus dispositivos y tus datos.',
  emailPreferences: 'Preferencias de correo',
  signOut: 'Cerrar sesión',
  notFound: 'No se encontró el perfil',
  tryAgain: 'Reintentar',
  more: 'Foto, correos, seguridad y tus datos',
  loadingProfile: 'Cargando tu perfil',
  loadingPreferences: 'Cargando tus preferencias',

  photo: 'Foto',
  photoOffline: 'No tienes conexión. Conéctate a internet para cambiar tu foto.',
  photoHint: 'PNG, JPEG o WebP, de hasta 5 MB. Solo tú la ves.',
  uploadPhoto: 'Subir foto',
  removePhoto: 'Quitar foto',
  photoUpdated: 'Foto actualizada',
  photoRemoved: 'Foto quitada',
  choosePhoto: 'Elige una foto PNG, JPEG o WebP.',
  updateFailed: 'No se pudo actualizar',
  updateFailedHint: 'No pudimos actualizar el perfil',

  personalInformation: 'Información personal',
  editProfile: 'Editar perfil',
  firstName: 'Nombre',
  lastName: 'Apellido',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  role: 'Rol',
  signedInAs: {
    super_admin: 'Superadministrador',
    business_admin: 'Propietario',
    staff: 'Personal',
  },
  roles: {
    super_admin: 'superadministrador',
    business_admin: 'administrador del negocio',
    staff: 'personal',
  },
  notSet: 'Sin definir',
  updated: 'Perfil actualizado',
  emailStays: (email) => `Tu correo sigue siendo ${email}.`,
  enterCodeFor: (email) =>
    `Escribe el código que enviamos a ${email} para terminar de cambiar tu correo.`,
  enterCode: 'Escribir código',
  cancel: 'Cancelar',
  save: 'Guardar cambios',
  emailHint: 'Enviaremos un código para confirmar un correo nuevo.',

  marketingEmails: 'Correos promocionales',
  receiveMarketing: 'Recibir correos promocionales',
  receiveMarketingHint:
    'Novedades y ofertas de Regulars. Seguirás recibiendo los correos de tu cuenta, como los códigos de seguridad.',
  preferencesUpdated: 'Preferencias actualizadas',
  subscribed: 'Recibirás correos promocionales.',
  unsubscribed: 'Ya no recibirás correos promocionales.',
  preferencesFailed: 'No pudimos actualizar tus preferencias',
  preferencesHint: 'Elige qué correos recibes de nosotros.',
  exempt:
    'Los superadministradores no reciben correos promocionales, así que no hay nada que configurar aquí.',
  lastUpdated: (when) => `Última actualización: ${when}`,
  consentHistory: (count) => counted(count, { other: 'Historial de consentimiento (#)' }),
  agreed: 'Aceptado',
  declined: 'Rechazado',
  rights: 'Tus derechos según el RGPD',
  rightWithdraw:
    '<b>Retirar el consentimiento.</b> Desmarca la casilla de arriba cuando quieras. Tiene efecto de inmediato.',
  rightAccess:
    '<b>Acceso y portabilidad.</b> Descarga todos los datos de tu cuenta desde tu <profile>perfil</profile>.',
  rightCorrection: '<b>Rectificación.</b> Actualiza tu nombre, correo y teléfono en tu perfil.',
  rightDeletion:
    '<b>Eliminación.</b> Elimina tu información personal en la zona de peligro de tu perfil.',
  rightObjection:
    '<b>Oposición y reclamaciones.</b> Puedes oponerte a que usemos tus datos o limitarlo, y presentar una reclamación ante tu autoridad de protección de datos.',
  seePrivacy:
    'Consulta en la <privacy>Política de privacidad</privacy> qué guardamos, por qué y durante cuánto tiempo.',

  password: 'Contraseña',
  passwordHint: 'Al cambiarla se cierra la sesión en tus otros dispositivos.',
  currentPassword: 'Contraseña actual',
  newPassword: 'Contraseña nueva',
  changePassword: 'Cambiar contraseña',
  passwordChanged: 'Contraseña cambiada',
  passwordChangedHint: 'Se cerró la sesión en tus otros dispositivos.',
  passwordNotChanged: 'La contraseña no se cambió',
  whereSignedIn: 'Dónde iniciaste sesión',
  thisDevice: 'Este dispositivo',
  seen: (ago, day) => `Visto ${ago} · Sesión desde el ${day}`,
  signOutOf: (device) => `Cerrar sesión en ${device}`,
  signOutElsewhere: 'Cerrar las demás sesiones',
  signOutElsewhereTitle: '¿Cerrar las demás sesiones?',
  signOutElsewhereMeaning:
    'Seguirás con la sesión iniciada en este dispositivo. Los demás conservan los cambios sin sincronizar hasta que alguien vuelva a iniciar sesión.',
  signedOut: 'Sesión cerrada',
  signOutFailed: 'No se pudo cerrar sesión',

  yourData: 'Tus datos',
  dataHint:
    'Descarga todo lo que tenemos sobre tu cuenta (perfil, consentimientos, inicios de sesión, actividad) en un archivo JSON.',
  downloadData: 'Descargar mis datos',
  downloadFailed: 'No se pudo descargar',

  dangerZone: 'Zona de peligro',
  deactivate: {
    act: 'Desactivar cuenta',
    title: '¿Desactivar tu cuenta?',
    summary: 'Nadie podrá iniciar sesión con esta cuenta. Las ventas que registraste se conservan.',
    meaning:
      'Se cerrará tu sesión en todas partes y no podrás volver a iniciarla. Las ventas que registraste se conservan.',
    done: 'Cuenta desactivada',
    failed: 'No se pudo desactivar',
    fallback: 'No pudimos desactivar la cuenta',
  },
  erase: {
    act: 'Eliminar cuenta',
    title: '¿Eliminar tu cuenta?',
    summary: 'También elimina para siempre tu información personal.',
    meaning:
      'Tu nombre, correo, teléfono y foto se eliminarán para siempre. Las ventas que registraste se quedan, sin tu nombre. Esto no se puede deshacer.',
    done: 'Cuenta eliminada',
    failed: 'No se pudo eliminar la cuenta',
    fallback: 'No pudimos eliminar la cuenta',
  },
  onlyOwner:
    'Eres la única persona propietaria de tu negocio. Nadie podrá administrarlo hasta que soporte invite a otra. Antes, haz propietario a alguien de tu personal.',
  signingOut: 'Cerrando sesión…',
  unsyncedHere: (count) =>
    counted(count, {
      one: '# cambio sin sincronizar de este dispositivo se cifrará y se sincronizará cuando alguien inicie sesión aquí.',
      other:
        '# cambios sin sincronizar de este dispositivo se cifrarán y se sincronizarán cuando alguien inicie sesión aquí.',
    }),
}
