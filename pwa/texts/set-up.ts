/** The texts of an owner's first steps in the current language. */
import { setUp } from './en/set-up.ts'
import { textsOf } from './language.ts'

export const setUpTexts = textsOf('setUp', setUp)
