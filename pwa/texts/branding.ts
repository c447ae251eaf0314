/** The texts of the branding editor in the current language. */
import { branding } from './en/branding.ts'
import { textsOf } from './language.ts'

export const brandingTexts = textsOf('branding', branding)
