/** The texts of the kiosk in the current language. */
import { kiosk } from './en/kiosk.ts'
import { textsOf } from './language.ts'

export const kioskTexts = textsOf('kiosk', kiosk)
