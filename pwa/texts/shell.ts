/** The texts of the room `shell` in the current language. */
import { shell } from './en/shell.ts'
import { textsOf } from './language.ts'

export const shellTexts = textsOf('shell', shell)
