/**
 * Closes the signed-in account: the server ends its access, then the device hands over its unsent
 * work (docs/sync-protocol.md, "The end of a device"). It does not call logout.
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
  // If the handover fails now, the next start repeats it.
  await closeIdentity()
    .then(handOverClosed)
    .catch(() => {})
}

/** After the person has read the confirmation: reloads the app at /. */
export function leaveClosedAccount(): void {
  tellOtherTabs()
  location.assign('/')
}
