/** The texts of the overview of settings in the current language. */
import { settings } from './en/settings.ts'
import { textsOf } from './language.ts'

export const settingsTexts = textsOf('settings', settings)
