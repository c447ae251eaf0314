/** The texts about sample customers in the current language. */
import { sample } from './en/sample.ts'
import { textsOf } from './language.ts'

export const sampleTexts = textsOf('sample', sample)
