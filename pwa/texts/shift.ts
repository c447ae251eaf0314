/** The texts of the shift in the current language. */
import { shift } from './en/shift.ts'
import { textsOf } from './language.ts'

export const shiftTexts = textsOf('shift', shift)
