/** The texts of leaving marketing emails in the current language. */
import { unsubscribe } from './en/unsubscribe.ts'
import { textsOf } from './language.ts'

export const unsubscribeTexts = textsOf('unsubscribe', unsubscribe)
