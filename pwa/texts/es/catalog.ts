/** All Spanish texts: one chunk, loaded before the first render. */
import { account } from './account.ts'
import { activity } from './activity.ts'
import { analytics } from './analytics.ts'
import { attention } from './attention.ts'
import { auditLog } from './audit-log.ts'
import { branding } from './branding.ts'
import { brokenScreen } from './broken-screen.ts'
import { business } from './business.ts'
import { call } from './call.ts'
import { campaigns } from './campaigns.ts'
import { card } from './card.ts'
import { cardRequest } from './card-request.ts'
import { counter } from './counter.ts'
import { customer } from './customer.ts'
import { devices } from './devices.ts'
import { discount } from './discount.ts'
import { failure } from './failure.ts'
import { field } from './field.ts'
import { imports } from './imports.ts'
import { join } from './join.ts'
import { kiosk } from './kiosk.ts'
import { landing } from './landing.ts'
import { ledger } from './ledger.ts'
import { memberCard } from './member-card.ts'
import { memberEmail } from './member-email.ts'
import { memberPairs } from './member-pairs.ts'
import { ownData } from './member-privacy.ts'
import { navigation } from './navigation.ts'
import { notifications } from './notifications.ts'
import { offlineRedemption } from './offline-redemption.ts'
import { operation } from './operation.ts'
import { outbox } from './outbox.ts'
import { palette } from './palette.ts'
import { plan } from './plan.ts'
import { platform } from './platform.ts'
import { postalAddress } from './postal-address.ts'
import { privacy } from './privacy.ts'
import { privacyLink } from './privacy-link.ts'
import { profile } from './profile.ts'
import { program } from './program.ts'
import { qrCodes } from './qr-codes.ts'
import { refusal } from './refusal.ts'
import { rewards } from './rewards.ts'
import { sample } from './sample.ts'
import { scan } from './scan.ts'
import { secondFactor } from './second-factor.ts'
import { session } from './session.ts'
import { setUp } from './set-up.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { shift } from './shift.ts'
import { signUpOutcome } from './sign-up-outcome.ts'
import { staff } from './staff.ts'
import { system } from './system.ts'
import { tender } from './tender.ts'
import { terms } from './terms.ts'
import { till } from './till.ts'
import { ui } from './ui.ts'
import { unsubscribe } from './unsubscribe.ts'

export const catalog = {
  account,
  activity,
  analytics,
  attention,
  auditLog,
  branding,
  brokenScreen,
  business,
  call,
  campaigns,
  card,
  cardRequest,
  counter,
  customer,
  devices,
  discount,
  failure,
  field,
  imports,
  join,
  kiosk,
  landing,
  ledger,
  memberCard,
  privacyLink,
  memberEmail,
  memberPairs,
  navigation,
  notifications,
  offlineRedemption,
  operation,
  outbox,
  ownData,
  palette,
  plan,
  platform,
  postalAddress,
  privacy,
  profile,
  program,
  qrCodes,
  refusal,
  rewards,
  sample,
  scan,
  secondFactor,
  session,
  setUp,
  settings,
  shell,
  shift,
  signUpOutcome,
  staff,
  system,
  tender,
  terms,
  till,
  ui,
  unsubscribe,
}
