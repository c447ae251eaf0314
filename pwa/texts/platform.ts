/** The texts of the room `platform` in the current language. */
import { platform } from './en/platform.ts'
import { textsOf } from './language.ts'

export const platformTexts = textsOf('platform', platform)
