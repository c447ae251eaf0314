/** The operations that a device queues: labels, titles, and why an operation is on hold. */
import { counted, numeral, plural, textsOf } from './language.ts'

export const operation = {
  labels: {
    'customer.signUp': 'Sign-up',
    'customer.note': 'Note',
    'customer.change': 'Correction',
    'customer.join': 'Join',
    'customer.separate': 'Separation',
    'pair.propose': 'Proposed join',
    'pair.separate': 'Not the same',
    'points.adjust': 'Points adjustment',
    'program.change': 'Program change',
    'purchase.record': 'Purchase',
    'purchase.reverse': 'Undone purchase',
    'reward.redeem': 'Redemption',
    'coupon.use': 'Coupon',
    'redemption.undo': 'Undone redemption',
    'couponUse.undo': 'Undone coupon use',
    'campaign.create': 'New campaign',
    'campaign.change': 'Campaign change',
    'reward.change': 'Reward change',
    'reward.create': 'New reward',
    'welcome.decide': 'Welcome decision',
  },
  aCustomer: 'a customer',
  aCampaign: 'a campaign',
  theProgram: 'The program’s settings',
  joinInto: (joined: string, who: string) => `${joined} into ${who}`,
  separateFrom: (joined: string, who: string) => `${joined} from ${who}`,
  pairOf: (one: string, other: string) => `${one} and ${other}`,
  joined: 'Joined with another card',
  separated: 'Separated from another card',
  noteAbout: (who: string) => `About ${who}`,
  correctionOf: (who: string, fields: string) => `${who} – ${fields}`,
  noPhone: 'none',
  releaseFor: (who: string) => `Release the welcome of ${who}`,
  declineFor: (who: string) => `Decline the welcome of ${who}`,
  aReward: 'A reward',
  amountFor: (amount: string, who: string) => `${amount} for ${who}`,
  amountOf: (amount: string, who: string) => `${amount} from ${who}`,
  aPurchaseOf: (who: string) => `A purchase from ${who}`,
  couponFor: (description: string, ending: string, who: string) =>
    `${description} (…${ending}) for ${who}`,
  aCoupon: 'A coupon',
  pointsFor: (points: number, who: string) =>
    `${counted(points, { one: '# point', other: '# points' })} for ${who}`,
  rewardFor: (reward: string, who: string) => `${reward} for ${who}`,
  welcomePoints: 'Welcome points',
  purchase: 'Purchase',
  redemptionUndone: 'Redemption undone',
  purchaseUndone: 'Purchase undone',
  reward: 'Reward',
  parked: {
    business_paused:
      'The business can’t make changes right now. This will go through once a plan is chosen, or it’s reactivated.',
    rights_withdrawn: 'Your access changed, so the owner needs to approve this.',
    staff_unproved: 'We couldn’t verify who made this, so the owner needs to approve it.',
    seal_unproved:
      'We couldn’t verify that this was made before the sign-out, so the owner needs to approve it.',
    trust_exceeded:
      'This was handed over beyond the offline limits, so the owner needs to approve it.',
    outbox_silent: 'This device hasn’t synced in a long time, so the owner needs to approve this.',
    member_not_arrived:
      'Waiting for this customer’s sign-up to sync. This will go through after that.',
    work_not_arrived: 'Waiting for an earlier change to sync. This will go through after that.',
    version_newer:
      'This app is newer than the server. This will go through once the server is updated.',
    server_error: 'Something went wrong on our end. We’ve kept this and are looking into it.',
  },
  couponUsedOn: (day: string, time: string) => `This coupon was already used on ${day} at ${time}.`,
  pointsShort: (cost: number, balance: number) =>
    `Not enough points: this reward costs ${numeral(cost)}, and the balance is ${numeral(balance)}.`,
  adjustmentShort: (taken: number, balance: number) =>
    `The balance is ${numeral(balance)} ${plural(balance, { one: 'point', other: 'points' })}, so ${numeral(taken)} can’t be taken off.`,
  reversalTooLarge: (left: string) => `Only ${left} of this purchase is left to reverse.`,
  spentMore: (debt: number) =>
    `Separating them would leave a debt of ${numeral(debt)} ${plural(debt, { one: 'point', other: 'points' })}. Look at the member again, then separate.`,
  rewardCosts: (cost: number) =>
    `This reward now costs ${numeral(cost)} ${plural(cost, { one: 'point', other: 'points' })}. Check the new price and try again.`,
  couponExpiredOn: (day: string) => `This coupon expired on ${day}.`,
  onHold: 'On hold until it’s reviewed.',
  fields: {
    reason: 'Reason',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Phone',
    amount: 'Amount',
    note: 'Note',
    code: 'Coupon code',
  },
}

export const operationTexts = textsOf('operation', operation)
