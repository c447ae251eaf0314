/** The texts of campaigns in the current language. */
import { campaigns } from './en/campaigns.ts'
import { textsOf } from './language.ts'

export const campaignTexts = textsOf('campaigns', campaigns)
