/** The texts of tills in the current language. */
import { till } from './en/till.ts'
import { textsOf } from './language.ts'

export const tillTexts = textsOf('till', till)
