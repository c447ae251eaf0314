/** The texts about what needs an owner's attention in the current language. */
import { attention } from './en/attention.ts'
import { textsOf } from './language.ts'

export const attentionTexts = textsOf('attention', attention)
