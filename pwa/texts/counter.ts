/** The counter: finding members, sales, rewards, coupons and sign-ups. */

import { numeral, plural } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

const points = (count: number) =>
  `${numeral(count)} ${plural(count, { one: 'point', other: 'points' })}`

export const counter = {
  title: 'Counter',
  points,
  balance: (count: number) => (count < 0 ? `Owes ${points(-count)}` : points(count)),

  emailOrPhone: 'Leave it empty if they have none. Then we need their phone number.',
  search: 'Find a member',
  searchHint: 'Name, phone, or email',
  clear: 'Clear search',
  scan: 'Scan',
  newMember: 'New Member',
  nobodyFound: 'Nobody found.',
  nobodyFoundFor: (words: string) => `Nobody found for “${words}”.`,
  notHereOffline: (words: string) => `“${words}” isn’t on this device, and the device is offline.`,
  lookingOnline: 'Not on this device. Looking online…',
  notLookedOnline: 'Not on this device, and we can’t look online now.',
  checkTyped: 'Check This Code',
  found: (count: number, more: boolean) =>
    more
      ? `More than ${count} members found`
      : `${count} ${plural(count, { one: 'member', other: 'members' })} found`,
  gettingReady: 'Getting this device ready…',
  results: 'Members',
  idle: 'Find or scan a member to start.',
  wholeDay: 'Whole Day',
  before: (name: string, what: string) => `Before: ${name}, ${what}`,
  back: 'Back to search',

  purchase: 'Purchase',
  rewards: 'Rewards',
  coupon: 'Coupon',
  coupons: 'Coupons',
  jobs: 'What to do',
  amount: 'Amount',
  amountUnreadable: 'Enter an amount like 12.50',
  keys: 'Number pad',
  earns: (count: number) => `Earns ${points(count)}`,
  record: 'Record Purchase',
  recordAmount: (money: string) => `Record ${money}`,
  recorded: (money: string, name: string, balance: number) =>
    `${money} recorded for ${name}. Balance: ${points(balance)}.`,
  held: (name: string, what: string) =>
    `${name}, ${what}: saved. It counts once the business is reactivated.`,
  recordedUnknown: (money: string) =>
    `${money} recorded. It counts when this member’s sign-up arrives.`,
  undo: 'Undo',
  undone: (money: string, name: string) => `${money} for ${name} was undone.`,
  undoneUnknown: (money: string) => `${money} was undone.`,
  undoneUse: (what: string, name: string | null) =>
    name
      ? `The use of ${what} was undone. ${name} can still use it.`
      : `The use of ${what} was undone.`,
  today: 'Today',
  soldToday: (money: string) => `Purchase of ${money}`,
  redeemedToday: (reward: string) => `Redeemed ${reward}`,
  usedToday: (what: string) => `Used ${what}`,
  couponUsedNow: (discount: string) => `${discount} off used`,
  couponRefusedNow: 'Coupon refused',
  discounted: (discount: string, bill: string, paid: string) =>
    `${discount} off: ${bill} → ${paid}`,
  recordThis: (money: string) => `Record ${money}?`,
  unusual: (usual: string) => `That’s far above the usual purchase here, which is about ${usual}.`,
  unusualFirst: 'That’s a large amount for one of your first purchases.',
  aboveBound: (bound: string) => `Your business asks about purchases above ${bound}.`,
  changeAmount: 'Change Amount',
  undoneRedemption: (reward: string, name: string) =>
    `${reward} was undone. The points went back to ${name}.`,
  notRecorded: 'Not recorded',
  notUndone: 'Not undone',
  notRedeemed: 'Redemption Failed',
  notUsed: 'Coupon not used',
  notSignedUp: 'Signup Failed',

  unknownMember: 'New here',
  unknownMemberHint:
    'This card isn’t on this device yet. You can record the purchase; it counts when the sign-up arrives.',

  canRedeemNow: 'Can Redeem Now',
  notYet: 'Not Yet',
  redeem: 'Redeem',
  redeemNow: (reward: string, cost: number) => `Redeem ${reward} (${points(cost)})`,
  nextReward: (reward: string, count: number) => `${points(count)} until ${reward}`,
  costs: (count: number, discount: string) => `${points(count)}, ${discount} off`,
  pointsToGo: (count: number) => `${points(count)} to go`,
  noRewards: 'No rewards available at this time',
  dontHandOverHint: 'Don’t hand it over yet. The coupon appears once this syncs.',
  dontHandOver: (reward: string, name: string) =>
    `Don’t hand over ${reward} to ${name} yet. The coupon appears once this syncs.`,
  tellThem: (name: string) => `Tell ${name}: “It’ll be on your card as soon as we’re back online.”`,
  mayHandOver: 'You’re offline. The owner’s limits let you hand it over now.',
  handOverNow: 'Hand It Over Now',
  handItOver: 'Hand it over now. It’s within the owner’s limits and syncs later.',
  handedOver: (reward: string, name: string) => `${reward} was handed over to ${name}.`,
  redemptionUnderWay: (reward: string) => `${reward}: not confirmed yet`,
  redeemed: (reward: string) => `${reward} redeemed`,
  redeemedFor: (reward: string, name: string) => `${reward} redeemed for ${name}.`,
  confirmedNow: (reward: string, name: string) =>
    `${reward} for ${name} is confirmed. Hand it over now.`,
  moreConfirmed: (count: number) =>
    `${numeral(count)} more ${plural(count, { one: 'reward is', other: 'rewards are' })} confirmed.`,
  couponReady: 'Hand it over now, or let them keep the coupon for later.',
  markUsed: 'Mark as Used Now',
  keepForLater: 'Keep for Later',
  used: (what: string, name: string) => `${what} used for ${name}.`,
  usedUnknown: (what: string) => `Used: ${what}`,
  couponQr: (code: string) => `QR code of coupon ${code}`,
  redemptionRefused: (reward: string) => `${reward} was not redeemed`,
  done: 'Done',

  noCoupons: 'No coupons on this device.',
  useCoupon: 'Use Coupon',
  until: (day: string) => `Until ${day}`,
  couponValid: 'Valid',
  couponUsedOn: (day: string, time: string) => `Already used on ${day} at ${time}`,
  couponExpiredOn: (day: string) => `Expired on ${day}`,
  couponVoid: 'Canceled: its redemption was undone',
  couponAsking: 'Not on this device. Looking online…',
  couponUnknown: 'Not on this device',
  couponUnknownHint:
    'This device doesn’t know this code. It may be new, mistyped, or another business’s. Don’t accept it before the server has checked it.',
  couponOfOther: 'This coupon is another business’s. Don’t accept it.',
  couponOfNobody: 'No coupon has this code. Check it with the customer.',
  checkOnServer: 'Use Once Online',
  couponWaits: 'Don’t accept it yet. We’ll check it as soon as this device is online.',
  couponHeld: (why: string) => `Don’t accept it yet. ${why}`,
  couponAccepted: 'The server accepted it. This coupon is used now.',
  couponOf: (name: string) => `Coupon of ${name}`,

  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  wantsEmail: 'Wants offers by email',
  wantsSms: 'Wants offers by text message',
  askConsents: 'Ask: “May we send you offers?” Tick what they agree to.',
  acceptsWithButton:
    'Ask first: by signing up, they accept the <terms>Terms of Service</terms> and the <privacy>Privacy Policy</privacy>.',
  acceptAndSignUp: 'Accept and Sign Up',
  maybeMember: 'Already a member?',
  likeName: 'Similar name',
  sameEmail: 'Same email',
  samePhone: 'Same phone number',
  sameLastDigits: 'Same last four digits',
  likeEmail: 'Similar email',
  signedUpNow: 'Signed up',
  signedUp: (name: string) => `${name} is signed up.`,
  mailFails: 'Mail doesn’t reach this member: there is no such mailbox. Ask them for their email.',
  mailFailsForStaff:
    'Mail doesn’t reach this member: there is no such mailbox. Ask them for their email, and tell the owner, who can correct it.',

  scanTitle: 'Scan a Card or Coupon',
  scanAgain: 'Scan Again',
  scanning: 'Point the camera at a member’s QR code or a coupon.',
  stopScanning: 'Stop Scanning',
  cameraDenied: 'Camera access denied. Please enable camera permissions and try again.',
  cameraBusy: 'The camera is in use by another app. Close it there, or type the code.',
  cameraStopped:
    'The camera stopped. It may be unplugged, blocked or in use by another app. Check it and scan again, or type the code.',
  cameraMissing: 'This device has no camera we can use. Type the code, or choose a photo.',
  cameraUnready: 'The scanner needs a connection the first time. Go online once, or type the code.',
  choosePhoto: 'Choose a Photo',
  nothingInPhoto: 'We found no QR code in this photo. Try a sharper or closer one.',
  torch: 'Light',
  camera: 'Camera',
  cameraNumber: (number: number) => `Camera ${number}`,
  typeCode: 'Or type a coupon code',
  go: 'Go',
  notOurs: 'That isn’t one of our codes. Ask for the member’s card or the coupon.',
  elsewhere: 'That code leads to another site, so we didn’t open it.',
  noCoupon: 'That is not a coupon code. Compare it with the card, letter by letter.',
  signUpCode: 'That is the sign-up code for customers. They scan it with their own phone.',
  ownPage: 'That is a customer’s private link. Ask them to open it and show their member code.',

  refusals: 'Needs attention',
  refused: (label: string, title: string) => `${label} was refused: ${title}`,
  refusedOf: (name: string, label: string) => `${name}: ${label} was refused`,
  openMember: 'Open Member',
  dismiss: 'Dismiss',
  allUnsent: 'See All',
  nextStep: {
    points_short: 'Choose another reward, or record a purchase first.',
    reward_unavailable: 'Choose another reward.',
    reward_expired: 'Choose another reward.',
    reward_sold_out: 'Choose another reward.',
    reward_limit_reached: 'Choose another reward.',
    reward_changed: 'Open the member and redeem again at the new price.',
    coupon_used: 'Don’t accept this coupon.',
    coupon_expired: 'Don’t accept this coupon.',
    coupon_unknown: 'Check the code with the customer, and don’t accept it until then.',
    coupon_void: 'Don’t accept this coupon.',
    coupon_use_undone: 'Open the member to see whether the coupon is used.',
    coupon_other_business: 'Don’t accept this coupon.',
    points_spent: 'The points are spent already, so ask the owner.',
    customer_changed_meanwhile: 'Open the member, and correct what is still wrong.',
    address_of_other: 'Open the member, and enter another email.',
    member_erased: 'Sign the customer up again if they want to join.',
  },
  nextStepElse: 'Look at it under Pending Sync.',

  settings: 'Counter Settings',
  sound: 'Sound',
  vibration: 'Vibration',

  memberCard: 'Member card',
  showAtCounter: 'Show this code at the counter',
  showAtCounterHint:
    'This is a member’s card. The staff scan it to add points. To see your own points, open the link from your welcome email.',
}

export const counterTexts = textsOf('counter', counter)
