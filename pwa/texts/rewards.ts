/** The texts about rewards in the current language. */
import { rewards } from './en/rewards.ts'
import { textsOf } from './language.ts'

export const rewardTexts = textsOf('rewards', rewards)
