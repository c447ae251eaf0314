/** Everything in Spanish: one chunk, loaded before the first render. */
import { activity } from './activity.ts'
import { navigation } from './navigation.ts'
import { rewards } from './rewards.ts'

export const catalog = { activity, navigation, rewards }
