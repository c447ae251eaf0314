/**
 * The program screen, where an owner sets how customers earn points and how new members are
 * welcomed.
 */
import { counted, textsOf } from './language.ts'

export const program = {
  title: 'Program',
  description: 'How members earn points and what they get when they join.',
  earning: 'Earning Points',
  pointsPerDollar: 'Points per dollar',
  pointsPerDollarHint:
    'Up to two decimals. Fractions add up for each member, so nothing is lost on small purchases.',
  minimumPurchase: 'Minimum purchase',
  minimumPurchaseHint: 'In dollars. Smaller purchases earn nothing. 0 for no minimum.',
  rounding: 'Rounding',
  roundDown: 'Down',
  roundNearest: 'Nearest',
  excludedTenders: 'Ways to pay that earn nothing',
  excludedTendersHint:
    'Staff choose how a purchase was paid once you check one. Leave all unchecked to skip that question.',
  roundUp: 'Up',
  example: (amount: string, points: number) =>
    `A purchase of ${amount} earns ${counted(points, { one: '# point', other: '# points' })}.`,
  welcome: 'Welcome',
  welcomePoints: 'Welcome points',
  welcomeDiscount: 'Welcome discount, in percent',
  welcomeHint: 'Shown on your sign-up page. 0 for none.',
  signUp: 'Signing Up at the Counter',
  signUpWithoutEmail: 'Staff may sign customers up without an email',
  signUpWithoutEmailHint:
    'With a name and a phone number. Nothing can be mailed to them; staff show a QR code that opens the card on their phone. Your sign-up page still asks for an email.',
  asking: 'Large Amounts',
  askAbove: 'Ask about purchases above',
  askAboveHint:
    'In dollars. Staff confirm a larger amount before it’s recorded. Leave it empty to ask only about amounts of ten times your usual purchase or more.',
  offlineHint:
    'A purchase recorded offline earns by the rule the cashier saw, for up to 7 days after you change it.',
  emails: 'Campaign Emails',
  days: 'Days',
  timeZone: 'Time zone',
  timeZoneHint:
    'Coupons and rewards are good until their last day ends here. If you change it, coupons keep the day they name.',
  noTimeZone: 'Not set yet',
  phones: 'Phone Numbers',
  country: 'Country',
  countryHint:
    'Phone numbers without a country code are read as numbers of this country when members are compared.',
  save: 'Save Program',
  saved: 'Program saved',
  savedHint: 'New purchases and sign-ups use it from now on.',
  nothingChanged: 'Nothing has changed.',
  failed: 'Program not saved',
  readOnly: 'This business is read-only, so its program can’t be changed.',
  changedMeanwhile: 'Someone else changed the program while you had it open.',
}

export const programTexts = textsOf('program', program)
