/** The texts of the room `business` in the current language. */
import { business } from './en/business.ts'
import { textsOf } from './language.ts'

export const businessTexts = textsOf('business', business)
