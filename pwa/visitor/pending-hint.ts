/** The sentence for something saved on this phone: whether the page must be opened again. */
import { outcomeTexts } from '#pwa/texts/sign-up-outcome.ts'

export function savedSignUpSentence(): string {
  return hasBackgroundSync() ? outcomeTexts.savedFinish : openAgain()
}

export function savedRedemptionSentence(): string {
  return hasBackgroundSync() ? outcomeTexts.savedCoupon : openAgain()
}

function openAgain(): string {
  return isWebKit() ? outcomeTexts.savedOpenSoon : outcomeTexts.savedOpenAgain
}

function hasBackgroundSync(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in globalThis
}

/** WebKit deletes a site's data after seven days without a visit, unless it is installed. */
function isWebKit(): boolean {
  return /applewebkit/i.test(navigator.userAgent) && !/chrome\/|android/i.test(navigator.userAgent)
}
