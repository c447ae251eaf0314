/** The texts of the room `landing` in the current language. */
import { landing } from './en/landing.ts'
import { textsOf } from './language.ts'

export const landingTexts = textsOf('landing', landing)
