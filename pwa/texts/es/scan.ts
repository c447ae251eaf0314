/** Scanning a code, in Spanish. */
import type { Translated } from '#pwa/texts/language.ts'
import type { scan as english } from '#pwa/texts/scan.ts'

export const scan: Translated<typeof english> = {
  pageNotFound: 'Página no encontrada',
  pageNotFoundHint: 'No encontramos esa página. Vuelve a escanear el código QR del negocio.',
  scanTitle: 'Únete a nuestro programa de lealtad',
  scanHeadline: 'Únete a nuestro programa de lealtad',
  scanHint: 'Escanea el código QR de la caja o escribe el código impreso debajo.',
  scanner: 'Lector de códigos QR',
  startScanner: 'Abrir el lector de códigos QR',
  stopScanning: 'Dejar de escanear',
  scanning: 'Buscando códigos QR...',
  cameraRequired: 'Para escanear códigos QR hace falta la cámara',
  cameraDenied: 'No hay acceso a la cámara. Activa el permiso e inténtalo de nuevo.',
  noCamera: 'No podemos usar una cámara en este dispositivo. Escribe el código.',
  enterCode: 'O escribe el código',
  continue: 'Continuar',
  error: 'Error',
  scanFirst: 'Primero escanea un código QR',
  otherSite: 'Ese código lleva a otro sitio. Escanea el código de inscripción de este negocio.',
  isCoupon: 'Eso es un cupón. Muéstralo al pagar.',
  notSignUpCode: 'Ese no es un código de inscripción. Busca el código del negocio en la caja.',
  isMemberCard: 'Esa es una tarjeta de miembro. Escanea el código de inscripción del negocio.',
}
