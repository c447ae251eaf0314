/** The texts of the design system's own controls in the current language. */
import { ui } from './en/ui.ts'
import { textsOf } from './language.ts'

export const uiTexts = textsOf('ui', ui)
