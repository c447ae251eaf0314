/** The texts of the room `staff` in the current language. */
import { staff } from './en/staff.ts'
import { textsOf } from './language.ts'

export const staffTexts = textsOf('staff', staff)
