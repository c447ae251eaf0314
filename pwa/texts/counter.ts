/** The counter's texts in the current language. */
import { counter } from './en/counter.ts'
import { textsOf } from './language.ts'

export const counterTexts = textsOf('counter', counter)
