/** The texts of the room `terms` in the current language. */
import { terms } from './en/terms.ts'
import { textsOf } from './language.ts'

export const termsTexts = textsOf('terms', terms)
