/**
 * Imitates Safari 16.4, the oldest that we support (vite.config.ts): a build target changes syntax,
 * not APIs. Removes what that Safari lacks from the pages of a Chromium, which must work without an
 * error.
 */
import type { BrowserContext } from '@playwright/test'

/**
 * Each with the Safari version that added it; those without a number are in no Safari. Not
 * `trustedTypes`: this browser still requires them, which Safari before 26 doesn't.
 */
const missing = [
  'AbortSignal.any', // 17.4
  'StorageManager.prototype.estimate', // 17
  'Promise.withResolvers', // 17.4
  'Promise.try', // 18.2
  'Object.groupBy', // 17.4
  'Map.groupBy', // 17.4
  'Set.prototype.union', // 17
  'Set.prototype.intersection', // 17
  'Set.prototype.difference', // 17
  'Set.prototype.isSubsetOf', // 17
  'URL.canParse', // 17
  'URL.parse', // 18
  'Iterator.prototype.map', // 18.4
  'Iterator.prototype.filter', // 18.4
  'Iterator.prototype.toArray', // 18.4
  'Iterator.prototype.some', // 18.4
  'Iterator.prototype.find', // 18.4
  'Uint8Array.fromBase64', // 18.2
  'Uint8Array.prototype.toBase64', // 18.2
  'Uint8Array.prototype.toHex', // 18.2
  'RegExp.escape', // 18.2
  'Blob.prototype.bytes', // 18
  'Response.prototype.bytes', // 18
  'ReadableStream.from',
  'ReadableStream.prototype.values',
  'Element.prototype.checkVisibility', // 17.4
  'Element.prototype.setHTMLUnsafe', // 17.4
  'HTMLElement.prototype.showPopover', // 17
  'Document.prototype.startViewTransition', // 18
  'PublicKeyCredential.parseCreationOptionsFromJSON', // 18.4
  'PublicKeyCredential.getClientCapabilities', // 17.4
  'requestIdleCallback',
  'cancelIdleCallback',
  'scheduler',
  'navigation', // 26.2
  'BarcodeDetector',
  'CloseWatcher', // 26.2
  'SyncManager',
  'PeriodicSyncManager',
  'Navigator.prototype.connection',
  'Navigator.prototype.userAgentData',
]

/** Runs in each page before its own scripts. */
function takeAway(paths: string[]): void {
  for (const path of paths) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const owner = names.reduce<unknown>(
      (within, name) => (within as Record<string, unknown> | undefined)?.[name],
      globalThis,
    )
    if (owner) delete (owner as Record<string, unknown>)[last]
  }
}

/** For pages opened from now on. @returns the errors that they did not catch, so far */
export async function actAsOlderSafari(context: BrowserContext): Promise<string[]> {
  await context.addInitScript(takeAway, missing)
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}
