/** Mail texts in Spanish. */
import { limits } from '#schema/contract/limits.ts'
import { welcomeMail } from '#schema/contract/welcome-mail.ts'
import type {
  EmailBrand,
  EmailTexts,
  OfferText,
  SecondFactorChange,
} from '#sync-server/email/email.ts'

const codeExpires = `El código vence en ${limits.oneTimeCodeMinutes} minutos y solo sirve una vez.`
const notRequested = 'Si no lo solicitaste, puedes ignorar este correo. No ha cambiado nada.'
const day = new Intl.DateTimeFormat('es-US', { dateStyle: 'long', timeZone: 'UTC' })

const planNames: Record<string, string> = { pro: 'Pro', enterprise: 'Empresa' }

const factorChanges: Record<SecondFactorChange, string> = {
  passkeyAdded: 'Se agregó una llave de acceso a tu cuenta.',
  passkeyRemoved: 'Se quitó una llave de acceso de tu cuenta.',
  appAdded: 'Se configuró una aplicación de autenticación para tu cuenta.',
  appRemoved: 'Se quitó la aplicación de autenticación de tu cuenta.',
  codesRenewed: 'Generaste códigos de recuperación nuevos. Los anteriores ya no sirven.',
  codeUsed: 'Alguien inició sesión en tu cuenta con uno de tus códigos de recuperación.',
  reset:
    'Se restableció tu verificación en dos pasos. Puedes iniciar sesión con tu contraseña y configurarla de nuevo.',
}

const troubleNames: Record<string, string> = {
  deviceSilent: 'Dispositivos con trabajo sin enviar no responden',
  mailFailing: 'Los correos no salen',
  jobFailing: 'Una tarea en segundo plano falla',
  repair: 'Un dispositivo difería del servidor',
  diskFull: 'El disco está casi lleno',
}

export const spanish: EmailTexts = {
  verifyEmail: ({ code, url }) => ({
    subject: `${code} es tu código de verificación de Regulars`,
    heading: 'Verifica tu correo',
    paragraphs: ['Escribe este código para terminar de crear tu cuenta.', codeExpires],
    code,
    action: { label: 'Verificar correo', url },
    note: 'Si no creaste una cuenta de Regulars, puedes ignorar este correo.',
  }),
  changeEmail: ({ code, url }) => ({
    subject: `${code} es tu código de verificación de Regulars`,
    heading: 'Verifica tu nuevo correo',
    paragraphs: ['Escribe este código para usar este correo en tu cuenta.', codeExpires],
    code,
    action: { label: 'Verificar correo', url },
    note: notRequested,
  }),
  resetPassword: ({ code, url }) => ({
    subject: `${code} es tu código para restablecer la contraseña de Regulars`,
    heading: 'Restablece tu contraseña',
    paragraphs: [
      'Abre el enlace o escribe este código para elegir una contraseña nueva.',
      codeExpires,
    ],
    code,
    action: { label: 'Restablecer contraseña', url },
    note: notRequested,
  }),
  resetByLink: ({ url }) => ({
    subject: 'Restablece tu contraseña de Regulars',
    heading: 'Restablece tu contraseña',
    paragraphs: [
      'Abre este enlace para elegir una contraseña nueva. Funciona una sola vez y vence en una hora.',
    ],
    action: { label: 'Restablecer contraseña', url },
    note: notRequested,
  }),
  accountExists: ({ loginUrl, resetUrl }) => ({
    subject: 'Ya tienes una cuenta de Regulars',
    heading: 'Ya tienes una cuenta',
    paragraphs: [
      'Alguien (quizá tú) intentó crear una cuenta con este correo, pero ya tienes una.',
      `¿Olvidaste tu contraseña? Restablécela aquí: ${resetUrl}`,
    ],
    action: { label: 'Iniciar sesión', url: loginUrl },
    note: 'Si no fuiste tú, no tienes que hacer nada. No ha cambiado nada.',
  }),
  ownerInvite: ({ businessName, code, url, expiresOn }) => ({
    subject: `Te invitamos a gestionar ${businessName} en Regulars`,
    heading: `Te damos la bienvenida, ${businessName}`,
    paragraphs: [
      `Te invitamos a configurar el programa de lealtad de ${businessName}.`,
      `Usa este código para crear tu cuenta. Sirve una sola vez y vence el ${day.format(new Date(expiresOn))}.`,
    ],
    code,
    action: { label: 'Crear cuenta', url },
    note: '¿No esperabas este correo? Puedes ignorarlo.',
  }),
  staffInvite: ({ businessName, code, url, expiresOn }) => ({
    subject: `Únete a ${businessName} en Regulars`,
    heading: `Únete al equipo de ${businessName}`,
    paragraphs: [
      `${businessName} te invita a unirte a su equipo en Regulars.`,
      `Usa este código para crear tu cuenta. Sirve una sola vez y vence el ${day.format(new Date(expiresOn))}.`,
    ],
    code,
    action: { label: 'Crear cuenta', url },
    note: '¿No conoces este negocio? Puedes ignorar este correo.',
  }),
  passwordChanged: ({ resetUrl }) => ({
    subject: 'Se cambió tu contraseña de Regulars',
    heading: 'Se cambió tu contraseña',
    paragraphs: ['Se cambió tu contraseña y se cerró la sesión en todos tus dispositivos.'],
    action: { label: 'No fui yo', url: resetUrl },
    note: 'Si fuiste tú, no tienes que hacer nada.',
  }),
  emailChanged: ({ email, undoUrl }) => ({
    subject: 'Se cambió tu correo de Regulars',
    heading: 'Se cambió tu correo',
    paragraphs: [`Ahora tu cuenta usa ${email}, y se cerró la sesión en tus otros dispositivos.`],
    ...(undoUrl && { action: { label: 'No fui yo', url: undoUrl } }),
    note: !undoUrl
      ? 'Si no fuiste tú, avisa cuanto antes a la persona que te invitó.'
      : 'Si fuiste tú, no tienes que hacer nada. Si no, el enlace recupera esta dirección durante 7 días: pide una contraseña nueva y cierra la sesión en todos los dispositivos.',
  }),
  secondFactorChanged: ({ change, resetUrl }) => ({
    subject: 'Cambió tu verificación en dos pasos de Regulars',
    heading: 'Verificación en dos pasos',
    paragraphs: [factorChanges[change]],
    action: { label: 'No fui yo', url: resetUrl },
    note: 'Si fuiste tú, no tienes que hacer nada. Si no, cambia tu contraseña cuanto antes.',
  }),
  accountClosed: ({ publicUrl }) => ({
    subject: 'Se cerró tu cuenta de Regulars',
    heading: 'Se cerró tu cuenta',
    paragraphs: [`Se cerró tu cuenta en ${publicUrl} y la sesión en todos tus dispositivos.`],
    note: 'Si no lo esperabas, avisa a la persona que te invitó.',
  }),
  planRequest: ({ businessName, plan, url }) => ({
    subject: `${businessName} pide el plan ${planNames[plan] ?? plan}`,
    heading: `${businessName} pide el plan ${planNames[plan] ?? plan}`,
    paragraphs: [
      'Todavía no ha cambiado nada. Abre el negocio para cambiar su plan o ponte en contacto con su propietario.',
    ],
    action: { label: 'Abrir negocio', url },
    note: 'Recibes esto porque eres superadministrador de Regulars.',
  }),
  trouble: ({ trouble, subject, told, url }) => {
    const name = troubleNames[trouble] ?? trouble
    const about = subject ? `${name} (${subject})` : name
    return {
      subject: told === 'over' ? `Resuelto: ${about}` : about,
      heading: told === 'over' ? `Resuelto: ${about}` : about,
      paragraphs: [
        told === 'over'
          ? 'Los servidores ya no lo ven. No tienes que hacer nada.'
          : 'Recibes un correo cuando empieza y otro cuando termina. La pantalla Sistema dice qué hacer.',
      ],
      action: { label: 'Abrir Sistema', url },
      note: 'Recibes esto porque eres superadministrador de Regulars.',
    }
  },
  memberPage: ({ businessName, url, firstName, because, ...look }) => ({
    from: { businessName, ...look },
    subject: `Tu tarjeta de lealtad de ${businessName}`,
    heading: `Tu tarjeta de lealtad de ${businessName}`,
    paragraphs: [
      firstName
        ? `Hola, ${firstName}: eres miembro del programa de lealtad de ${businessName}. Tus puntos, recompensas y cupones están en tu tarjeta.`
        : `Eres miembro del programa de lealtad de ${businessName}. Tus puntos, recompensas y cupones están en tu tarjeta.`,
      'Cualquiera que tenga este enlace puede abrir tu tarjeta; no lo compartas.',
    ],
    action: { label: welcomeMail.es.button, url },
    note:
      because === 'emailChanged'
        ? `Tu tarjeta de lealtad de ${businessName} usa ahora este correo. Si no es tuya, puedes ignorarlo.`
        : `Alguien (quizá tú) se inscribió en ${businessName} con este correo. Si no fuiste tú, puedes ignorarlo.`,
  }),
  importedCard: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `Tu tarjeta de lealtad de ${businessName}`,
    heading: `Tu tarjeta de lealtad de ${businessName}`,
    paragraphs: [
      `Tus puntos de ${businessName} pasaron a un programa nuevo. Tus puntos, recompensas y cupones están en esta tarjeta; muéstrala en la caja cada vez que pagues.`,
      'Cualquiera que tenga este enlace puede abrir tu tarjeta; no lo compartas.',
    ],
    action: { label: welcomeMail.es.button, url },
    note: `Recibes esto una sola vez, porque eras miembro del programa anterior de ${businessName}. Si no eres tú, puedes eliminar tus datos desde la tarjeta.`,
  }),
  memberEmail: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `Confirma tu correo para ${businessName}`,
    heading: 'Confirma tu correo',
    paragraphs: [
      `Abre el enlace y toca el botón para usar este correo en tu tarjeta de lealtad de ${businessName}.`,
      'El enlace sirve una sola vez y vence en una hora.',
    ],
    action: { label: 'Confirmar correo', url },
    note: notRequested,
  }),
  memberEmailChanged: ({ businessName, email, undoUrl, ...look }) => ({
    from: { businessName, ...look },
    subject: `Se cambió tu correo en ${businessName}`,
    heading: 'Se cambió tu correo',
    paragraphs: [
      `Tu tarjeta de lealtad de ${businessName} usa ahora ${email}. Los enlaces a la tarjeta de correos anteriores ya no funcionan.`,
    ],
    ...(undoUrl && { action: { label: 'No fui yo', url: undoUrl } }),
    note: undoUrl
      ? 'Si fuiste tú, no tienes que hacer nada. Si no, el enlace recupera esta dirección durante 7 días y cierra la tarjeta en todos los lugares donde esté abierta.'
      : `Alguien usó un enlace de un correo enviado a la dirección anterior de la tarjeta. Si no sabes por qué, pregunta en ${businessName}.`,
  }),
  dataExport: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `Tus datos en ${businessName}`,
    heading: 'Descarga tus datos',
    paragraphs: [
      `Todo lo que el programa de ${businessName} guarda sobre ti, en un archivo.`,
      'Este enlace funciona durante una hora.',
    ],
    action: { label: 'Descargar mis datos', url },
    note: notRequested,
  }),
  dataErasure: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `Elimina tus datos en ${businessName}`,
    heading: 'Confirma que quieres eliminar tus datos',
    paragraphs: [
      `Si lo confirmas, saldrás del programa de ${businessName} y eliminaremos para siempre tus puntos, cupones y datos personales.`,
      'Este enlace funciona durante una hora y pregunta una vez más antes de eliminar nada.',
    ],
    action: { label: 'Continuar', url },
    note: notRequested,
  }),
  erasureDue: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `${businessName} eliminará tus datos en 24 horas`,
    heading: 'Se eliminarán tus datos',
    paragraphs: [
      `En 24 horas saldrás del programa de ${businessName} y eliminaremos para siempre tus puntos, cupones y datos personales, como pediste.`,
    ],
    action: { label: 'Conservar mis datos', url },
    note: `Si no lo pediste, toca antes el botón o avisa a ${businessName}.`,
  }),
  welcome: ({ businessName, url, points, discountPercent, ...look }) => ({
    from: { businessName, ...look },
    subject: `Te damos la bienvenida a ${businessName}`,
    heading: welcomeMail.es.heading(businessName),
    paragraphs: [
      ...givenOf(Number(points), Number(discountPercent)),
      'Tu tarjeta muestra tus puntos, recompensas y cupones. Muéstrala en la caja cada vez que pagues.',
      'Cualquiera que tenga este enlace puede abrir tu tarjeta, así que no lo compartas.',
    ],
    action: { label: welcomeMail.es.button, url },
    note: `Alguien (quizá tú) se inscribió en ${businessName} con este correo. Si no fuiste tú, puedes eliminar tus datos desde la tarjeta.`,
  }),
  offer: ({ unsubscribeUrl, ...offer }) => ({
    ...offerText(offer),
    unsubscribe: { label: 'Darme de baja', url: unsubscribeUrl },
    note: `Recibes este correo porque aceptaste los correos promocionales de ${offer.businessName}.`,
  }),
  offerTest: (offer) => ({
    ...offerText(offer),
    subject: `Prueba: ${offer.subject}`,
    note: 'Esta es una prueba que te enviaste. Los miembros reciben además su propio cupón y un enlace para darse de baja.',
  }),
}

function offerText(offer: OfferText & EmailBrand) {
  const { subject, message, discount, expiresAt, expiresOn, url, ...from } = offer
  return {
    from,
    subject,
    heading: subject,
    paragraphs: [
      ...message.split(/\n+/),
      `Tu cupón de ${discount} de descuento está en tu tarjeta. Úsalo hasta el ${day.format(new Date(expiresOn ?? expiresAt))}.`,
    ],
    action: { label: 'Ver mi cupón', url },
  }
}

function givenOf(points: number, discountPercent: number): string[] {
  const count = points.toLocaleString('es-US')
  const bonus = `${count} ${points === 1 ? 'punto' : 'puntos'} de bienvenida`
  const coupon = `un cupón del ${discountPercent}% de descuento`
  if (points > 0 && discountPercent > 0) return [`Recibiste ${bonus} y ${coupon}.`]
  if (points > 0) return [`Recibiste ${bonus}.`]
  return discountPercent > 0 ? [`Recibiste ${coupon}.`] : []
}
