/** The sentence for something saved on this phone: whether the page must be opened again. */
import { cardTexts } from '#pwa/texts/card.ts'

export function savedSignUpSentence(): string {
  return hasBackgroundSync() ? cardTexts.savedFinish : openAgain()
}

export function savedRedemptionSentence(): string {
  return hasBackgroundSync() ? cardTexts.savedCoupon : openAgain()
}

function openAgain(): string {
  return isWebKit() ? cardTexts.savedOpenSoon : cardTexts.savedOpenAgain
}

function hasBackgroundSync(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in globalThis
}

/** WebKit deletes a site's data after seven days without a visit, unless it is installed. */
function isWebKit(): boolean {
  return /applewebkit/i.test(navigator.userAgent) && !/chrome\/|android/i.test(navigator.userAgent)
}
