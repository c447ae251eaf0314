/** Scanning a code. */
import { textsOf } from './language.ts'

export const scan = {
  pageNotFound: 'Page Not Found',
  pageNotFoundHint: 'We couldn’t find that page. Try scanning the business’s QR code again.',
  scanTitle: 'Join our loyalty program',
  scanHeadline: 'Join Our Loyalty Program',
  scanHint: 'Scan the QR code at the counter, or enter the code printed below it.',
  scanner: 'QR code scanner',
  startScanner: 'Start QR Code Scanner',
  stopScanning: 'Stop Scanning',
  scanning: 'Scanning for QR codes...',
  cameraRequired: 'Camera access is required to scan QR codes',
  cameraDenied: 'Camera access denied. Please enable camera permissions and try again.',
  noCamera: 'We can’t use a camera on this device. Enter the code instead.',
  enterCode: 'Or enter the code',
  continue: 'Continue',
  error: 'Error',
  scanFirst: 'Please scan a QR code first',
  otherSite: 'That code goes to another website. Scan this business’s sign-up code.',
  isCoupon: 'That’s a coupon. Show it when you pay.',
  notSignUpCode: 'That’s not a sign-up code. Look for the business’s code at the counter.',
  isMemberCard: 'That’s a member card. Scan the business’s sign-up code instead.',
}

export const scanTexts = textsOf('scan', scan)
