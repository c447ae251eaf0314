/** The texts of the room `join` in the current language. */
import { join } from './en/join.ts'
import { textsOf } from './language.ts'

export const joinTexts = textsOf('join', join)
