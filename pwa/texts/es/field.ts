/**
 * What is wrong with a field, in Spanish. The contract says it in English and is shared with the
 * server; a number in the sentence is # here.
 */
export const field = {
  'Password is required': 'Escribe la contraseña',
  'Password must be at least # characters': 'La contraseña debe tener al menos # caracteres',
  'Password needs an uppercase letter, a lowercase letter and a number':
    'La contraseña necesita una mayúscula, una minúscula y un número',
  'Use # characters or fewer': 'Usa # caracteres como máximo',
  'Verification code must be # digits': 'El código de verificación debe tener # dígitos',
  'Invite code is required': 'Escribe el código de invitación',
  'Email is required': 'Escribe el correo electrónico',
  'Enter a valid email, like name@example.com': 'Escribe un correo válido, como name@example.com',
  'First name is required': 'Escribe el nombre',
  'Last name is required': 'Escribe el apellido',
  'Enter a phone number like +1 555 010 0199': 'Escribe un teléfono como +1 555 010 0199',
  'Business name is required': 'Escribe el nombre del negocio',
  'Name is required': 'Escribe el nombre',
  'Location name is required': 'Escribe el nombre de la ubicación',
  'Enter the coupon code': 'Escribe el código del cupón',
  'Enter the 12-character code': 'Escribe el código de 12 caracteres',
  'This is not a valid coupon': 'Este cupón no es válido',
  'Please accept the Terms of Service and Privacy Policy to continue':
    'Acepta los Términos del servicio y la Política de privacidad para continuar',
  'Please provide a phone number to receive SMS marketing':
    'Escribe un teléfono para recibir promociones por mensaje de texto',
  'Enter an amount, such as 12.50': 'Escribe un importe, como 12.50',
  'Enter an amount greater than $0.00': 'Escribe un importe mayor que $0.00',
  'The maximum is $#': 'El máximo es $#',
  'Enter a hex color, like #3B82F6': 'Escribe un color hexadecimal, como #3B82F6',
  'This is not a valid code': 'Este código no es válido',
  'This is not a valid date': 'Esta fecha no es válida',
  'Enter a discount like 10 or 2.50': 'Escribe un descuento como 10 o 2.50',
  'The discount must be more than zero': 'El descuento debe ser mayor que cero',
  'A percentage can be at most 100': 'Un porcentaje puede ser 100 como máximo',
  'Description must be text': 'La descripción debe ser texto',
  'That password is too common. Choose a different one.':
    'Esa contraseña es demasiado común. Elige otra.',
  'Use the email address your invite was sent to.': 'Usa el correo al que se envió tu invitación.',
  'This has a character we can’t save. Remove it and try again.':
    'Tiene un carácter que no podemos guardar. Quítalo e inténtalo de nuevo.',
  'Enter a number like 1 or 0.5': 'Escribe un número como 1 o 0.5',
  'Points per dollar can’t be negative': 'Los puntos por dólar no pueden ser negativos',
  'Points per dollar can be at most #': 'Los puntos por dólar pueden ser # como máximo',
  'Use at most two decimals': 'Usa dos decimales como máximo',
  'Enter an amount like 5.00': 'Escribe un importe como 5.00',
  'Welcome points must be a whole number': 'Los puntos de bienvenida deben ser un número entero',
  'Welcome points can’t be negative': 'Los puntos de bienvenida no pueden ser negativos',
  'Welcome points can be at most #': 'Los puntos de bienvenida pueden ser # como máximo',
  'Welcome discount must be a whole number': 'El descuento de bienvenida debe ser un número entero',
  'Welcome discount can’t be negative': 'El descuento de bienvenida no puede ser negativo',
  'Welcome discount can be at most #': 'El descuento de bienvenida puede ser # como máximo',
  'Enter a whole number of points': 'Escribe un número entero de puntos',
  'That is too many points': 'Son demasiados puntos',
  'Enter how many points to add or take': 'Escribe cuántos puntos sumar o quitar',
  'Give a reason': 'Escribe un motivo',
}
