/** The activity log's texts in the current language. */
import { activity } from './en/activity.ts'
import { textsOf } from './language.ts'

export const activityTexts = textsOf('activity', activity)
