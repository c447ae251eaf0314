/** Notifications on a customer's phone, in Spanish. */
export const notifications = {
  title: 'Notificaciones',
  intro: (business: string) =>
    `Recibe un aviso en este teléfono cuando haya novedades en ${business}.`,
  kinds: 'Avisarme cuando',
  points: 'Gane puntos',
  coupon: 'Un cupón esté por vencer',
  reward: 'Tenga puntos suficientes para una recompensa',
  quietHours: 'Horas de silencio',
  quietHint:
    'No llega nada entre estas horas. Pon la misma hora dos veces para no tener horas de silencio.',
  from: 'Desde',
  until: 'Hasta',
  turnOn: 'Activar notificaciones',
  save: 'Guardar cambios',
  turnOff: 'Desactivar',
  on: 'Notificaciones activadas',
  saved: 'Cambios guardados',
  off: 'Notificaciones desactivadas',
  chooseOne: 'Elige al menos un tipo de notificación.',
  refused:
    'Tu navegador no permitió las notificaciones. Permítelas para este sitio en sus ajustes.',
  blocked:
    'Las notificaciones están bloqueadas para este sitio. Permítelas en los ajustes del navegador y vuelve a abrir tu tarjeta.',
  installFirst:
    'Agrega tu tarjeta a la pantalla de inicio para recibir notificaciones en este teléfono.',
  offline: 'Conéctate a internet para cambiar las notificaciones.',
  failed: 'No pudimos cambiar tus notificaciones. Inténtalo de nuevo.',
}
