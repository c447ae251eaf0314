/** The texts of the analytics in the current language. */
import { analytics } from './en/analytics.ts'
import { textsOf } from './language.ts'

export const analyticsTexts = textsOf('analytics', analytics)
