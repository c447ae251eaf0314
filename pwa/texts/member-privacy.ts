/** The texts about a member's own data in the current language. */
import { ownData } from './en/member-privacy.ts'
import { textsOf } from './language.ts'

export const ownDataTexts = textsOf('ownData', ownData)
