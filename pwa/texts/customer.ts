/** One customer as staff see them: sign-up, purchases, rewards, coupons, history. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

const points = { one: '# point', other: '# points' }

export const customer = {
  openPage: 'Open Full Page',
  backToList: 'Customers',
  unnamed: 'Customer',
  unknown:
    'We couldn’t find this customer on this device. They may be new or may have left the program.',
  points: 'Points',
  spent: 'Spent',
  joined: 'Joined',
  didNotGoThrough: (label: string) => `${label} didn’t go through.`,
  review: 'Review',
  actions: 'Customer actions',
  purchase: 'Purchase',
  rewards: 'Rewards',
  coupons: 'Coupons',
  history: 'History',

  // Purchases
  amount: 'Amount',
  earns: (count: number) => `Earns ${counted(count, points)}`,
  note: 'Note',
  optional: 'Optional',
  recordPurchase: 'Record Purchase',
  recordPurchaseOf: (amount: string) => `Record Purchase · ${amount}`,
  purchaseRecorded: 'Purchase recorded',
  earned: (name: string, count: number) => `${name} earned ${counted(count, points)}.`,
  onHold: 'On hold',
  onHoldHint: 'It will go through once the business is reactivated.',
  purchaseNotRecorded: 'Purchase not recorded',
  pointsOf: (count: number) => counted(count, points),
  undone: 'Undone',
  undoPurchase: 'Undo',
  undoPurchaseOf: (amount: string) => `Undo the ${amount} purchase`,
  undoThisPurchase: 'Undo this purchase?',
  undonePart: (amount: string) => `${amount} undone`,
  undoMeaning: (name: string) => `${name} loses the points that this amount earned.`,
  undoAmount: 'Amount to undo',
  undoAmountHint: (left: string) => `Up to ${left}. Enter less to undo a part.`,
  undoAmountUnreadable: 'Enter an amount like 4.50',
  undoAtMost: (left: string) => `At most ${left} is left of this purchase.`,
  takenBack: (amount: string, name: string) => `${amount} was taken back from ${name}’s purchases.`,
  purchaseUndone: 'Purchase undone',
  purchaseNotUndone: 'Purchase not undone',

  // Rewards
  noRewards: 'No rewards available at this time',
  rewardCost: (count: number, discount: string) => `${counted(count, points)} · ${discount}`,
  redeem: 'Redeem',
  notEnoughPoints: 'Not enough points',

  // Coupons
  noCoupons: 'No coupons yet.',
  noCouponsOffline: 'No coupons on this device. New coupons appear once you’re back online.',
  couponExpires: (description: string, day: string) => `${description} · expires ${day}`,
  used: 'Used',
  use: 'Use',
  useThisCoupon: 'Mark this coupon as used?',
  markAsUsed: 'Mark as Used',
  onlyOnce: (description: string) => `${description}. Coupons work only once.`,
  couponApplied: (description: string) => `Coupon applied: ${description}`,
  couponUsed: 'Coupon used',
  couponNotApplied: 'Coupon not applied',

  // Notes and consents
  about: 'About',
  noteLabel: 'Note for your team',
  noteHint: (max: number) => `Up to ${max} characters. Customers don’t see it on their card.`,
  saveNote: 'Save Note',
  noteSaved: 'Note saved',
  noteNotSaved: 'Note not saved',
  noteChanged: 'Someone changed this note while you were writing. Their version is:',
  editDetails: 'Edit Details',
  saveDetails: 'Save Details',
  detailsSaved: 'Details saved',
  detailsNotSaved: 'Details not saved',
  detailsChanged: 'Someone changed these details while you had them open.',
  keepsNumber: (masked: string) =>
    `The number on file is ${masked}. Leave this empty to keep it, or enter a new one in full.`,
  undo: 'Undo',
  detailsRestored: 'Details restored',
  emailHint:
    'We email a link to a new address, and your customer confirms it there within an hour. Marketing emails need their agreement again.',
  refusedEmailHint:
    'Mail didn’t reach the address on file, so a new one counts at once: we email the link to their card there. Marketing emails need their agreement again.',
  addEmailHint: 'We email the link to their card there. Marketing emails need their agreement.',
  emailToMail: (address: string) => `Once this syncs, we email a link to ${address} to confirm it.`,
  emailToConfirm: (address: string, time: string) =>
    `Waiting for your customer to confirm ${address} by the link we emailed there. It works until ${time}.`,
  withdrawEmail: 'Cancel This Change',
  emailWithdrawn: 'Email kept',
  otherNumberHint: 'A different number ends their agreement to text messages.',
  mailFails:
    'Mail doesn’t reach this customer: there is no such mailbox. Campaigns leave them out.',
  consents: 'Agreed to receive',
  channels: { email: 'Email', sms: 'Text messages', push: 'Notifications' },
  agreed: 'Yes',
  notAgreed: 'No',

  // Privacy
  privacy: 'Privacy',
  privacyHint: 'For a customer who asks in person. Make sure it’s them.',
  downloadData: 'Download Data',
  downloadDataHint: (name: string) =>
    `One file with everything the program keeps about ${name}. Give it only to them. The activity log notes the download.`,
  privacyReason: 'Why are you doing this?',
  privacyReasonHint: 'For example: asked at the counter. The file includes it.',
  dataFile: 'customer-data.json',
  dataDownloaded: 'Data downloaded',
  dataNotDownloaded: 'Not downloaded',
  birthday: 'Birthday',
  birthdayKept: 'It isn’t stored on this device, so changing it needs a connection.',
  editBirthday: 'Edit Birthday',
  birthdayHint: 'Month and day. Leave both empty to remove it.',
  birthdayOnce: 'A birthday coupon comes once a year, also if you correct the day.',
  saveBirthday: 'Save Birthday',
  birthdaySaved: 'Birthday saved',
  birthdayNotSaved: 'Birthday not saved',
  birthdayNotLoaded: 'We couldn’t load the birthday.',
  tryAgain: 'Try Again',

  eraseCustomer: 'Erase Customer',
  eraseHint: (name: string) =>
    `In 24 hours, ${name} leaves the program and loses their points and unused coupons, and we delete their name, email, and phone. We email them, and until then, you or they can cancel it.`,
  eraseHintNoEmail: (name: string) =>
    `In 24 hours, ${name} leaves the program and loses their points and unused coupons, and we delete their name and phone. They have no email, so we can’t tell them: do it yourself. Until then, you can cancel it.`,
  eraseReasonHint: 'For example: asked at the counter. Owners see it until then.',
  erasureAsked: 'Erasure planned',
  notErased: 'Nothing was erased',
  erasureDue: (when: string, reason: string) =>
    `This customer will be erased on ${when}. Reason: ${reason}`,
  cancelErasure: 'Cancel Erasure',
  erasureCanceled: 'Erasure canceled',
  erasureNotCanceled: 'Erasure not canceled',

  // History
  noHistory: 'No transaction history yet',
  adjustPoints: 'Adjust Points',
  adjustHint: (name: string) => `${name} sees the reason on their card.`,
  addPoints: 'Add',
  takePoints: 'Take Away',
  balanceAfter: (balance: string) => `New balance: ${balance}`,
  reason: 'Reason',
  acceptDebt: 'Let the balance go below zero',
  acceptDebtHint: 'Points they earn later pay it back.',
  tooFew: (count: number) => `They have only ${counted(count, points)}.`,
  adjusted: 'Points adjusted',
  balanceNow: (name: string, count: number) => `${name} has ${counted(count, points)} now.`,
  notAdjusted: 'Points not adjusted',
  correctionOf: (reason: string) => `Correction: ${reason}`,
  undoCorrectionOf: (reason: string) => `Undo the correction “${reason}”`,
  correctionUndone: 'Correction undone',
  correctionNotUndone: 'Correction not undone',
  undoneElsewhere: 'This correction was undone on another device.',
  alreadyUndone: 'This correction is already undone.',
  undoReason: (reason: string) => `Undo: ${reason}`,
  addMany: (count: string) => `Add ${count} points?`,
  takeMany: (count: string) => `Take away ${count} points?`,
  addCount: (count: string) => `Add ${count} Points`,
  takeCount: (count: string) => `Take Away ${count} Points`,
  changePoints: 'Change Points',
  dearest: (cost: string) => `That’s far more than your dearest reward costs: ${cost} points.`,
  manyAtOnce: 'That’s a lot of points at once.',
  cancel: 'Cancel',

  // Sign-up
  signUpCustomer: 'Sign Up Customer',
  signUpHint:
    'Works offline. Welcome points are added right away and confirmed when you’re back online.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  optionalHint: 'Leave it empty if they have none. Then we need their phone number.',
  agreesToTerms: 'Customer agrees to the Terms of Service and Privacy Policy',
  agreesToEmails: 'Customer agrees to marketing emails',
  agreesToTexts: 'Customer agrees to marketing texts',
  signUp: 'Sign Up',
  hasJoined: (firstName: string) => `${firstName} joined`,
  metNow: { alreadyMember: 'Already a member', welcomeHeld: 'Welcome on hold' },
  met: {
    alreadyMember: (name: string) =>
      `${name} was already a member. Their card has everything; there is no second welcome.`,
    welcomeHeld: (name: string) =>
      `${name} is signed up. Their welcome is on hold until the owner decides, because this number or email had one before.`,
  },
  placesClosed:
    'Their card was open on a phone that never proved this email. It was closed there, and a new link was emailed to them.',
  savedOnDevice: 'Saved on this device.',
  signUpFailed: 'Signup Failed',
}

export const customerTexts = textsOf('customer', customer)
