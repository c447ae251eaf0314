/** Sign-in, account creation, codes and new passwords, in Spanish. */
import type { account as english } from '#pwa/texts/account.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const account: Translated<typeof english> = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  backToLogin: 'Volver al inicio de sesión',
  tryAgain: 'Inténtalo de nuevo.',
  firstName: 'Nombre',
  lastName: 'Apellido',
  codeInvalid: 'Código no válido',
  codeWrong: 'Código no válido o vencido',
  invalidLink: 'Enlace no válido',

  login: 'Iniciar sesión',
  loginHint: 'Inicia sesión en tu cuenta de Regulars.',
  noAccount: '¿Aún no tienes cuenta? <link>Crea una</link>',
  forgotPassword: '¿Olvidaste tu contraseña?',
  workWaits:
    'Este dispositivo tiene cambios sin sincronizar. Se sincronizarán cuando alguien de este negocio inicie sesión.',
  allowCookies: (site: string) =>
    `No has iniciado sesión: este navegador no guarda cookies de este sitio, y para iniciar sesión hacen falta. En los ajustes de privacidad del navegador, permite las cookies de ${site}. Después vuelve a iniciar sesión.`,
  notVerified: 'Correo sin verificar',
  verifyFirst: 'Primero verifica tu correo.',
  loginSuccessful: 'Sesión iniciada',
  loginFailed: 'No se pudo iniciar sesión',
  loginWrong: 'Correo o contraseña incorrectos',
  checkBoth: 'Revisa tu correo y tu contraseña, y vuelve a intentarlo.',

  createAccountTitle: 'Crear cuenta',
  codeFilledIn: 'Ya pusimos tu código de invitación. Solo agrega tus datos.',
  inviteFilledIn: 'Ya pusimos tu código de invitación y tu correo. Solo agrega tus datos.',
  inviteOnly: 'Regulars es solo por invitación. Tu código está en tu correo.',
  haveAccount: '¿Ya tienes cuenta? <link>Inicia sesión</link>',
  inviteCode: 'Código de invitación',
  createAccount: 'Crear cuenta',
  agree:
    'Al crear una cuenta aceptas los <terms>Términos del servicio</terms> y la <privacy>Política de privacidad</privacy>.',
  registered: '¡Registro completado!',
  registeredHint: 'Busca en tu correo el código de verificación',
  registrationFailed: 'No se pudo crear la cuenta',
  checkDetails: 'Revisa tus datos e inténtalo de nuevo',

  passwordHint: 'Al menos 8 caracteres, con una mayúscula, una minúscula y un número',
  confirmPassword: 'Confirma la contraseña',
  passwordsDiffer: 'Las contraseñas no coinciden',
  passwordsDifferHint: 'Escribe la misma contraseña en los dos campos.',
  passwordShort: 'Contraseña demasiado corta',
  passwordShortHint: (count) => `La contraseña debe tener al menos ${count} caracteres`,

  resetTitle: 'Restablece tu contraseña',
  forgotHint: 'Escribe tu correo y te enviaremos un código para restablecer la contraseña.',
  sendResetCode: 'Enviar código',
  checkEmail: 'Revisa tu correo',
  checkEmailHint: 'Si la cuenta existe, enviamos un código a tu correo.',
  requestFailed: 'No se pudo enviar la solicitud',
  newPasswordTitle: 'Elige una contraseña nueva',
  resetHint: (digits, minutes) =>
    `Si esa cuenta existe, enviamos un código de ${digits} dígitos. Vence en ${minutes} minutos.`,
  resetByLinkHint: 'Tu enlace es válido. Escribe dos veces tu contraseña nueva.',
  noResetCode: '¿No recibiste el código? <link>Pide otro</link>',
  noResetUser: 'Falta el usuario en el enlace. Pide un código nuevo.',
  resetCode: 'Código',
  newPassword: 'Contraseña nueva',
  resetPassword: 'Restablecer contraseña',
  resetDone: 'Contraseña restablecida',
  resetDoneHint: 'Ya puedes iniciar sesión con tu contraseña nueva.',
  resetFailed: 'No se pudo restablecer',

  verifyTitle: 'Verifica tu correo',
  verifyHint: (digits, minutes) =>
    `Te enviamos un código de ${digits} dígitos. Vence en ${minutes} minutos.`,
  noVerifyUser: 'Falta el usuario en el enlace. Vuelve a crear tu cuenta.',
  verificationCode: 'Código de verificación',
  checkSpam: '¿No lo ves? Revisa la carpeta de spam.',
  verifyEmail: 'Verificar correo',
  verified: '¡Correo verificado!',
  verifiedChange: 'Tu cuenta ahora usa este correo.',
  verifiedHint: 'Ya puedes iniciar sesión.',
  verificationFailed: 'No se pudo verificar',
  resendCode: 'Reenviar código',
  resendIn: (seconds) =>
    seconds > 90
      ? `Reenviar código en ${Math.ceil(seconds / 60)} min`
      : `Reenviar código en ${seconds} s`,
  codeResent: 'Código reenviado',
  codeResentHint: 'Busca el código nuevo en tu correo.',
  resendFailed: 'No se pudo reenviar',
}
