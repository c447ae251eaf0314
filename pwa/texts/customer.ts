/** The texts of the room `customer` in the current language. */
import { customer } from './en/customer.ts'
import { textsOf } from './language.ts'

export const customerTexts = textsOf('customer', customer)
