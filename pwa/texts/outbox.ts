/** The texts of the room `outbox` in the current language. */
import { outbox } from './en/outbox.ts'
import { textsOf } from './language.ts'

export const outboxTexts = textsOf('outbox', outbox)
