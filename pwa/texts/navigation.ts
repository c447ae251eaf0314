/** The navigation texts in the current language. */
import { navigation } from './en/navigation.ts'
import { textsOf } from './language.ts'

export const navigationTexts = textsOf('navigation', navigation)
