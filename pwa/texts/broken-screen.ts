/** The texts of the room `broken-screen` in the current language. */
import { brokenScreen } from './en/broken-screen.ts'
import { textsOf } from './language.ts'

export const brokenScreenTexts = textsOf('brokenScreen', brokenScreen)
