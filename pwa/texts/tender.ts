/** The texts about ways to pay in the current language. */
import { tender } from './en/tender.ts'
import { textsOf } from './language.ts'

export const tenderTexts = textsOf('tender', tender)
