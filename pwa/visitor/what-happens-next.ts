/** What a page says of something that waits on this phone: whether it must be opened again. */
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

/** WebKit deletes what a site kept after seven days without a visit, unless it is installed. */
function isWebKit(): boolean {
  return /applewebkit/i.test(navigator.userAgent) && !/chrome\/|android/i.test(navigator.userAgent)
}
