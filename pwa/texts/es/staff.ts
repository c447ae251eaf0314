/** The people of a business, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { staff as english } from '#pwa/texts/staff.ts'

export const staff: Translated<typeof english> = {
  title: 'Personal',
  description: 'Personas que pueden atender la caja o administrar este negocio.',
  inviteStaff: 'Invitar personal',
  inviteHint: (days) =>
    `Enviaremos por correo una invitación que vence en ${days} días. El personal puede atender la caja, pero no ve los ajustes. Más adelante puedes darle el rol de propietario.`,
  email: 'Correo electrónico',
  cancel: 'Cancelar',
  sendInvite: 'Enviar invitación',
  inviteSent: 'Invitación enviada',
  inviteSentTo: (email) => `Enviamos una invitación a ${email}.`,
  inviteResentTo: (email) => `Volvimos a enviar la invitación a ${email}.`,
  inviteOffline: 'No tienes conexión. Conéctate a internet para enviar una invitación.',
  inviteFailed: 'No se pudo enviar la invitación',
  name: 'Nombre',
  you: (name) => `${name} (tú)`,
  role: 'Rol',
  owner: 'Propietario',
  staff: 'Personal',
  status: 'Estado',
  active: 'Activo',
  invited: 'Invitado',
  expired: 'Vencida',
  lastSeen: 'Última vez',
  never: 'Nunca',
  added: 'Agregado',
  actions: 'Acciones',
  actionsFor: (name) => `Acciones para ${name}`,
  resendInvite: 'Reenviar invitación',
  resendInviteTo: (email) => `Reenviar la invitación a ${email}`,
  cancelInviteEntry: 'Cancelar invitación',
  changeToStaff: 'Cambiar a personal',
  makeOwner: 'Hacer propietario',
  remove: 'Quitar',
  makeOwnerOf: (name) => `¿Dar a ${name} el rol de propietario?`,
  makeStaffOf: (name) => `¿Cambiar a ${name} a personal?`,
  makeOwnerAct: 'Hacer propietario',
  makeStaffAct: 'Cambiar a personal',
  ownerMeaning:
    'Los propietarios pueden ver los datos de contacto de los clientes, cambiar los ajustes e invitar personal. Tendrá que iniciar sesión de nuevo en sus dispositivos.',
  staffMeaning:
    'El personal puede atender la caja, pero no ve los ajustes. Tendrá que iniciar sesión de nuevo en sus dispositivos.',
  nowOwner: (name) => `${name} ahora tiene el rol de propietario`,
  nowStaff: (name) => `${name} ahora es parte del personal`,
  roleFailed: 'No se pudo cambiar el rol',
  cancelThisInvite: '¿Cancelar esta invitación?',
  cancelInvite: 'Cancelar invitación',
  keepInvite: 'Conservar',
  cancelInviteMeaning: (name) =>
    `El código que enviamos a ${name} dejará de funcionar. Puedes invitar de nuevo.`,
  inviteCanceled: 'Invitación cancelada',
  cancelInviteFailed: 'No se pudo cancelar la invitación',
  removeOf: (name) => `¿Quitar a ${name}?`,
  removeMeaning:
    'Se cerrará su sesión y la lista de clientes se borrará de sus dispositivos. Sus ventas sin sincronizar quedan en espera de tu revisión.',
  removed: (name) => `Se quitó a ${name}`,
  removeFailed: (name) => `No se pudo quitar a ${name}`,
}
