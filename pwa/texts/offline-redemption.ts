/** The texts about redeeming without a connection, in the current language. */
import { offlineRedemption } from './en/offline-redemption.ts'
import { textsOf } from './language.ts'

export const offlineRedemptionTexts = textsOf('offlineRedemption', offlineRedemption)
