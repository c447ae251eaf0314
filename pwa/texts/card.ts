/** The texts of the room `card` in the current language. */
import { card } from './en/card.ts'
import { textsOf } from './language.ts'

export const cardTexts = textsOf('card', card)
