/** The texts of the room `operation` in the current language. */
import { operation } from './en/operation.ts'
import { textsOf } from './language.ts'

export const operationTexts = textsOf('operation', operation)
