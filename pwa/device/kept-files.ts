/**
 * Files that the service worker caches besides the app's own. Logos reveal which business someone
 * works for, so they are deleted with the session; a customer's card on this phone fetches its logo
 * again.
 */
export const logoCache = 'logos'

export async function forgetLogos(): Promise<void> {
  await globalThis.caches?.delete(logoCache).catch(() => false)
}
