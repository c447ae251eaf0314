/** The texts of the room `privacy` in the current language. */
import { privacy } from './en/privacy.ts'
import { textsOf } from './language.ts'

export const privacyTexts = textsOf('privacy', privacy)
