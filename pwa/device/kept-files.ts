/**
 * What the service worker keeps besides the app's own files. Logos say which business somebody works
 * for, so they leave with the session; whoever's card is on this phone fetches them again.
 */
export const logoCache = 'logos'

export async function forgetLogos(): Promise<void> {
  await globalThis.caches?.delete(logoCache).catch(() => false)
}
