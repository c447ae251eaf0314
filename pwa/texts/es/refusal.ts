/**
 * Every refusal of the server in Spanish, by code. English screens use the server's own message.
 */
export const refusal = {
  validation_failed: 'Revisa los campos marcados e inténtalo de nuevo.',
  body_not_json: 'Algo salió mal. Inténtalo de nuevo.',
  consent_required: 'Acepta los Términos del servicio y la Política de privacidad para continuar',
  phone_required: 'Escribe un teléfono para recibir promociones por mensaje de texto',
  email_required: 'Este programa no inscribe a nadie sin correo. Agrega uno y envíalo de nuevo.',
  no_email: 'Este miembro no tiene correo, así que no se le puede enviar nada. Agrega uno primero.',
  last_contact: 'Este miembro no tiene correo. Agrega uno antes de quitar el teléfono.',
  card_by_email: 'Este miembro tiene correo. El enlace a su tarjeta se envía allí.',
  idempotency_key_invalid: 'La Idempotency-Key debe tener de 1 a 255 caracteres imprimibles.',
  not_signed_in: 'Inicia sesión para continuar.',
  device_revoked: 'Se cerró la sesión de este dispositivo. Inicia sesión de nuevo para continuar.',
  login_failed: 'Correo o contraseña incorrectos',
  sign_in_expired: 'Tardaste demasiado en iniciar sesión. Escribe de nuevo tu contraseña.',
  second_step_wrong: 'No funcionó. Revísalo e inténtalo de nuevo.',
  second_factor_needed: 'Configura la verificación en dos pasos en tu perfil para continuar.',
  last_second_factor:
    'Los superadministradores necesitan la verificación en dos pasos. Agrega otra opción antes de quitar esta.',
  setup_expired: 'Tardaste demasiado. Empieza de nuevo la configuración.',
  app_code_wrong:
    'Ese código no es correcto. Revisa que el reloj de tu teléfono se ajuste automáticamente.',
  passkey_unreadable: 'No pudimos confirmar esa llave de acceso. Inténtalo de nuevo.',
  too_many_passkeys:
    'Tienes tantas llaves de acceso como puede tener una cuenta. Quita alguna que ya no uses.',
  password_wrong: 'Esa contraseña no es correcta.',
  password_needed: 'Escribe tu contraseña para hacer este cambio.',
  not_allowed: 'No tienes permiso para hacer esto.',
  cross_site: 'Esta solicitud vino de otro sitio web, así que la bloqueamos.',
  till_locked: 'Esta caja está bloqueada. Desbloquéala con tu PIN.',
  till_clock: 'El reloj de esta caja está mal. Inténtalo de nuevo.',
  read_only: 'Este negocio está suspendido, así que ahora no puedes hacer cambios.',
  trial_ended:
    'La prueba de este negocio terminó, así que ahora no puedes hacer cambios. Elige un plan para continuar.',
  feature_off: 'Esta función está desactivada para este negocio.',
  not_found: 'No lo encontramos. Puede que se haya eliminado.',
  code_invalid: 'El código QR que escaneaste no es válido o venció.',
  note_changed_meanwhile:
    'Otra persona cambió esta nota mientras tanto. Mira la suya y vuelve a escribir la tuya.',
  customer_changed_meanwhile:
    'Otra persona cambió estos datos después de que los abriste. Míralos y vuelve a hacer tu cambio.',
  qr_code_retired: 'Este código QR está retirado para siempre. Crea uno nuevo.',
  customers_exist: 'Los clientes de ejemplo son para probar. Ya tienes clientes propios.',
  import_under_way: 'Otra importación va primero. Termínala, descártala o deshazla.',
  import_part_differs:
    'El archivo cambió desde que empezó esta importación. Descártala y empieza de nuevo.',
  import_moved_on: 'Esta importación ya avanzó. Vuelve a mirarla.',
  comparison_over:
    'Un archivo se puede comparar durante 14 días después de importar del mismo programa. Impórtalo en su lugar.',
  import_undo_over: 'Esta importación ya no se puede deshacer. Se puede durante 30 días.',
  sample_in_use:
    'Una persona real usa ahora la tarjeta de un cliente de ejemplo, así que no se quitó nada. Comunícate con soporte.',
  owner_exists: 'Este negocio ya tiene propietario.',
  address_of_other:
    'Este correo es de otro miembro. Revisa cómo está escrito o abre al otro miembro.',
  already_joined:
    'Uno de estos miembros ya está unido a otro. Abre al miembro y mira quién forma parte de él.',
  too_many_joined: 'Este miembro ya tiene tantos miembros unidos como puede tener.',
  not_joinable: 'Estos dos miembros no se pueden unir.',
  not_joined: 'Estos dos miembros ya no están unidos.',
  change_undo_over: 'Este cambio ya no se puede deshacer.',
  join_undo_over: 'Estos miembros ya no se pueden separar. Se puede durante 30 días.',
  spent_more: 'Mientras tanto se gastó más. Vuelve a mirar al miembro y sepáralos después.',
  email_links_spent:
    'Ya enviamos todos los enlaces que se permiten en un día para este cliente o a esta dirección. Inténtalo de nuevo mañana.',
  email_changed_lately:
    'El correo cambió en los últimos 7 días y desde la dirección anterior todavía se puede deshacer. Pídelo de nuevo cuando pasen los 7 días.',
  already_member:
    'Ese correo ya es de un miembro. Acabamos de enviar por correo un enlace a la tarjeta.',
  id_taken: 'Esta inscripción ya se envió. Recarga e inténtalo de nuevo.',
  under_way: 'Todavía estamos en eso. Inténtalo de nuevo en un momento.',
  program_paused: 'El programa de lealtad está en pausa. Pide ayuda al personal.',
  push_service_unknown: 'No podemos enviar notificaciones a este navegador. Prueba con otro.',
  notification_devices_full:
    'Ya recibes notificaciones en demasiados dispositivos. Desactívalas primero en uno.',
  must_refetch: 'Este dispositivo tiene que sincronizarse de nuevo.',
  points_over: 'Son más puntos de los que un cliente puede tener o deber. Revisa el importe.',
  points_short: 'No hay puntos suficientes para esta recompensa.',
  reward_unavailable: 'Esta recompensa ya no se ofrece.',
  reward_expired: 'Esta recompensa venció.',
  reward_changed:
    'Subió el precio de esta recompensa. Revisa el nuevo precio e inténtalo de nuevo.',
  reward_changed_meanwhile:
    'Alguien cambió esta recompensa mientras tanto. Revísala e inténtalo de nuevo.',
  reward_retired: 'Esta recompensa está retirada y no se puede cambiar.',
  reward_sold_out: 'Esta recompensa se agotó.',
  reward_limit_reached: 'Este cliente ya canjeó esta recompensa el máximo de veces.',
  coupon_unknown: 'No reconocemos ese código. Revísalo e inténtalo de nuevo.',
  coupon_member_needed: 'Abre la tarjeta del cliente de este cupón, o ingresa su código.',
  coupon_other_business: 'Este cupón es de otro negocio, así que aquí no sirve.',
  coupon_used: 'Este cupón ya se usó.',
  coupon_use_undone: 'Este uso ya se deshizo, o el cupón se volvió a usar después.',
  coupon_void: 'Este cupón se canceló: su canje se deshizo.',
  correction_undone: 'Esta corrección ya se deshizo o ahora es de otro miembro.',
  redemption_unknown: 'No encontramos ese canje.',
  coupon_expired: 'Este cupón venció.',
  purchase_unknown: 'No encontramos esa compra.',
  purchase_reversed: 'Esta compra ya estaba deshecha.',
  points_spent: 'El cliente ya gastó estos puntos, así que la compra no se puede deshacer.',
  welcome_decided: 'Alguien ya decidió sobre esta bienvenida.',
  member_unknown: 'No encontramos a ese cliente.',
  member_erased: 'Este cliente dejó el programa.',
  depends_on_refused: 'Esto depende de un cambio que no se completó.',
  already_saved: 'El original ya se sincronizó. Ábrelo y corrígelo ahí.',
  discarded: 'Descartado en el dispositivo.',
  owner_refused: 'El propietario lo rechazó.',
  invite_invalid: 'Este código de invitación no es válido, ya se usó o venció. Pide uno nuevo.',
  link_expired: 'Este enlace venció. Pide uno nuevo desde tu tarjeta.',
  code_wrong: 'Código no válido o vencido',
  reset_by_link:
    'Ahora mismo los códigos no pueden restablecer contraseñas porque se ingresaron demasiados incorrectos. Abre el enlace del correo: funciona en cualquier dispositivo.',
  email_taken: 'Este correo ya está en uso.',
  body_too_large: 'Es demasiado grande para enviarlo.',
  photo_too_large: 'Elige una foto de menos de 5 MB.',
  photo_unreadable:
    'No podemos leer este archivo. Puede estar dañado o no ser una foto PNG, JPEG o WebP. Guárdalo de nuevo como PNG o JPEG y sube el archivo nuevo.',
  photo_too_many_pixels:
    'Elige una foto de 50 megapíxeles como máximo y de hasta 10,000 píxeles por lado.',
  media_type: 'Ese tipo de contenido no es compatible.',
  host_unknown: 'Este servidor no atiende esa dirección.',
  key_reused: 'Esta clave de solicitud ya se usó para otra cosa.',
  operation_unknown: 'Esta versión de la app está desactualizada. Actualízala para continuar.',
  parked_full:
    'Ya hay demasiados cambios en espera de revisión. El resto se queda en este dispositivo hasta entonces.',
  too_many: 'Demasiados intentos. Espera un momento e inténtalo de nuevo.',
  till_key_kept:
    'Esta caja ya no puede leer sus PIN. Pide a un propietario que la configure de nuevo.',
  too_many_tills: 'Tienes tantas cajas como puede tener un negocio. Quita una que ya no uses.',
  internal: 'Algo falló de nuestro lado. Inténtalo de nuevo.',
  unavailable: 'Estamos un poco ocupados. Inténtalo de nuevo en un momento.',
  reversal_too_large: 'Es más de lo que queda de la compra.',
  program_changed_meanwhile:
    'Otra persona cambió el programa después de que lo abriste. Míralo de nuevo y repite tu cambio.',
  campaign_changed_meanwhile:
    'Otra persona cambió esta campaña después de que la abriste. Mírala de nuevo y repite tu cambio.',
  campaign_finished: 'Esta campaña ya llegó a todos. Crea una nueva.',
  campaign_unavailable: 'Esta campaña se quitó.',
}
