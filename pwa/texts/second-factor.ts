/** The texts of the room `secondFactor` in the current language. */
import { secondFactor } from './en/second-factor.ts'
import { textsOf } from './language.ts'

export const secondFactorTexts = textsOf('secondFactor', secondFactor)
