/** The texts of the room `profile` in the current language. */
import { profile } from './en/profile.ts'
import { textsOf } from './language.ts'

export const profileTexts = textsOf('profile', profile)
