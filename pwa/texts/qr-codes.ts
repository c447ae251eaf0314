/** The texts of the room `qrCodes` in the current language. */
import { qrCodes } from './en/qr-codes.ts'
import { textsOf } from './language.ts'

export const qrCodeTexts = textsOf('qrCodes', qrCodes)
