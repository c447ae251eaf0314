/** The texts of the command palette in the current language. */
import { palette } from './en/palette.ts'
import { textsOf } from './language.ts'

export const paletteTexts = textsOf('palette', palette)
