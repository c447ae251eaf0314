/** The texts of the room `call` in the current language. */
import { call } from './en/call.ts'
import { textsOf } from './language.ts'

export const callTexts = textsOf('call', call)
