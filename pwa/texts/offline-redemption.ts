/** The owner's settings for redeeming offline, and the rewards handed over at risk. */

import { numeral, plural } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

const points = (count: number) =>
  `${numeral(count)} ${plural(count, { one: 'point', other: 'points' })}`

export const offlineRedemption = {
  title: 'Offline Redemption',
  description: 'What staff may hand over while the counter has no connection.',
  choose: 'When there is no connection',
  confirmFirst: 'Confirm first',
  confirmFirstHint:
    'Points are reserved on the device. The reward is handed over once the server has confirmed. Nothing can be overspent.',
  trust: 'Trust within limits',
  trustHint:
    'Staff may hand over a reward right away, one per member, on a balance seen in the last 24 hours. If the points turn out to be gone, the member owes them and later points repay them.',
  pointsPerRedemption: 'Most points for one reward',
  pointsPerDevice: 'Most points per device before it syncs',
  worstCase: (devices: number, total: number) =>
    plural(devices, {
      one: `Worst case: ${numeral(devices)} device used in the last 30 days could hand over ${points(total)} in all before it syncs.`,
      other: `Worst case: ${numeral(devices)} devices used in the last 30 days could hand over ${points(total)} in all before they sync.`,
    }),
  worth: (amount: string) => `In rewards, that’s ${amount} at most.`,
  save: 'Save',
  saved: 'Offline redemption updated',
  notSaved: 'Not saved',
  debtsElsewhere: 'See who owes points',
}

export const offlineRedemptionTexts = textsOf('offlineRedemption', offlineRedemption)
