/**
 * Closes one's own account: the server ends its rights, then the device hands over what
 * it holds (docs/product.md). Logout is not called (docs/product.md).
 */
import { call } from '#pwa/api/call.ts'
import { noteOwnClosure } from '#pwa/session/own-closure.ts'
import { tellOtherTabs } from '#pwa/session/session.ts'
import { handOverClosed } from '#pwa/session/session-device.ts'

/** @throws CallRefused, NoAnswer: then nothing has changed */
export async function closeAccount(by: 'auth.deactivate' | 'auth.eraseAccount'): Promise<void> {
  await call(by)
  noteOwnClosure()
  const { closeIdentity } = await import('#pwa/device/browser-database.ts')
  // What cannot be handed over now is tried again at the next start.
  await closeIdentity()
    .then(handOverClosed)
    .catch(() => {})
}

/** After the person has read that it is done: the app starts anew at /. */
export function leaveClosedAccount(): void {
  tellOtherTabs()
  location.assign('/')
}
