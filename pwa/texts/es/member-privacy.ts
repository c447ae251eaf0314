/** A member's own data, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { ownData as english } from '#pwa/texts/member-privacy.ts'

export const ownData: Translated<typeof english> = {
  title: 'Privacidad y mis datos',
  offline: 'Sin conexión. Conéctate a internet para ver o cambiar esto.',
  tryAgain: 'Intentar de nuevo',
  notChanged: 'No cambió nada',

  mayBeSent: 'Qué podemos enviarte',
  channels: {
    email: 'Correos promocionales',
    sms: 'Mensajes de texto promocionales',
    push: 'Notificaciones',
    terms: 'Términos del servicio',
    privacy: 'Política de privacidad',
  },
  needsPhone: 'Hace falta un teléfono. Agrega el tuyo más abajo.',
  record: (count) => counted(count, { other: 'Tus respuestas hasta ahora (#)' }),
  recorded: (what, answer) => `${what}: ${answer}`,
  agreed: 'aceptado',
  declined: 'rechazado',

  details: 'Tu nombre, teléfono y correo',
  firstName: 'Nombre',
  lastName: 'Apellido',
  phone: 'Teléfono',
  keepsNumber: (masked) =>
    `Tu número guardado es ${masked}. Deja esto vacío para conservarlo o escribe el nuevo completo.`,
  removePhone: 'Quitar mi número',
  otherNumberHint: 'Con otro número se desactivan los mensajes promocionales.',
  email: 'Correo',
  keepsEmail: (masked) =>
    `Tu correo guardado es ${masked}. Deja esto vacío para conservarlo. A uno nuevo le enviamos un enlace para confirmarlo.`,
  addEmail: 'Todavía no hay ninguno. Te enviamos un enlace para confirmarlo.',
  needsEmail: 'Necesita un correo. Agrega el tuyo abajo.',
  dataNeedsEmail:
    'Para ambas cosas te enviamos un enlace, para asegurarnos de que eres tú. Agrega tu correo arriba o pídelo en la caja.',
  emailLinkSent:
    'Enviamos un enlace a tu dirección nueva. Ábrelo antes de una hora para confirmarla.',
  emailToConfirm: (masked) => `Falta que confirmes ${masked}. Abre el enlace que te enviamos allí.`,
  saveDetails: 'Guardar datos',
  detailsSaved: 'Datos guardados',
  detailsWait: 'Recibido. Lo guardaremos cuando vuelva el programa.',
  detailsChanged: (name, phone) =>
    `Alguien cambió tus datos mientras tanto. Ahora consta: ${[name, phone].filter(Boolean).join(', ')}. Guarda de nuevo para reemplazarlos.`,

  birthday: 'Tu cumpleaños',
  birthdayHint: 'Opcional. Usamos el día para darte un regalo y nunca pedimos el año.',
  saveBirthday: 'Guardar cumpleaños',
  birthdaySaved: 'Cumpleaños guardado',

  places: 'Dónde está abierta esta tarjeta',
  mailedLink: 'Enlace enviado por correo',
  placesHint: '¿No reconoces alguno? Ciérralo y ya no podrá abrir tu tarjeta.',
  thisOne: 'Es el que estás usando',
  since: (day) => `Desde el ${day}`,
  end: 'Cerrar',
  endOf: (device) => `Cerrar ${device}`,
  endOthers: 'Cerrar todos los demás',
  placeEnded: 'Cerrado',
  newAddress: 'Obtener un enlace nuevo',
  newAddressTitle: '¿Obtener un enlace nuevo a tu tarjeta?',
  newAddressMeaning:
    'El enlace que usas ahora deja de funcionar enseguida. Este teléfono pasa al nuevo. Si pusiste la tarjeta en tu pantalla de inicio, agrégala otra vez.',
  moved: 'Tu tarjeta tiene un enlace nuevo',
  movedHint: 'Guarda esta página en favoritos. El enlace anterior ya no funciona.',

  yourData: 'Tus datos',
  yourDataHint: 'En ambos casos te enviamos un enlace por correo para asegurarnos de que eres tú.',
  download: 'Enviarme un enlace de descarga',
  erase: 'Salir y eliminar mis datos',
  linkSent: 'Revisa tu correo. El enlace funciona durante una hora.',
  notSent: 'No se envió el correo',
}
