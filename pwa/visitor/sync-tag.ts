/**
 * Background Sync for visitors: its tag, and what a page says where the browser has none
 * (decisions.md §3.9).
 */
export const visitorSyncTag = 'regulars-visitor'

function hasBackgroundSync(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in globalThis
}

/** WebKit deletes what a site kept after seven days without a visit, unless it is installed. */
function isWebKit(): boolean {
  return /applewebkit/i.test(navigator.userAgent) && !/chrome\/|android/i.test(navigator.userAgent)
}

/** What follows upon "Saved on this phone.". */
export function whatHappensNext(): string {
  if (hasBackgroundSync()) return 'It will be sent as soon as there is a connection.'
  if (isWebKit()) return 'Open this page again when you are online, within seven days.'
  return 'Open this page again when you are online.'
}
