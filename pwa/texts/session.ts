/** The texts of the room `session` in the current language. */
import { session } from './en/session.ts'
import { textsOf } from './language.ts'

export const sessionTexts = textsOf('session', session)
