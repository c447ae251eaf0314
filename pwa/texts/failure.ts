/** The texts of the room `failure` in the current language. */
import { failure } from './en/failure.ts'
import { textsOf } from './language.ts'

export const failureTexts = textsOf('failure', failure)
