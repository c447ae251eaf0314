/** The texts of the room `account` in the current language. */
import { account } from './en/account.ts'
import { textsOf } from './language.ts'

export const accountTexts = textsOf('account', account)
