/** The texts about the program in the current language. */
import { program } from './en/program.ts'
import { textsOf } from './language.ts'

export const programTexts = textsOf('program', program)
