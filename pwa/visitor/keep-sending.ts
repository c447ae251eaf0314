/**
 * Keeps the visitor's outbox moving while a window is open: at the start, when the network is said
 * to be back, when the page is looked at again, and by a timer that backs off with jitter.
 * Background Sync continues without a window where the browser has it.
 */
import { visitorBackOffMs } from '#pwa/queue/back-off.ts'
import { onChanceToSend } from '#pwa/queue/chance-to-send.ts'
import { type DrainEnd, drainOutbox } from '#pwa/visitor/drain.ts'
import { visitorSyncTag } from '#pwa/visitor/sync-tag.ts'

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Call once in a window. */
export function keepSending(): void {
  onChanceToSend(sendAgain)
  sendAgain()
}

/** Something may have changed: try at once, whatever the back-off says. */
function sendAgain(): void {
  failures = 0
  void sendNow()
}

/** Drains now and plans the next try. */
export async function sendNow(): Promise<DrainEnd | null> {
  clearTimeout(timer)
  const end = await drainOutbox().catch(() => null)
  if (end?.left === 0) {
    failures = 0
    return end
  }
  failures = end?.networkDown === false ? 0 : failures + 1
  const untilDueMs = (end?.nextAt ?? 0) - Date.now()
  clearTimeout(timer)
  timer = setTimeout(() => void sendNow(), Math.max(visitorBackOffMs(failures), untilDueMs))
  void askForBackgroundSync()
  return end
}

interface SyncingRegistration extends ServiceWorkerRegistration {
  sync: { register: (tag: string) => Promise<void> }
}

function canSync(registration: ServiceWorkerRegistration): registration is SyncingRegistration {
  return 'sync' in registration
}

/** Asks the browser to call the service worker when there is a network, this page open or not. */
async function askForBackgroundSync(): Promise<void> {
  try {
    const registration = await globalThis.navigator?.serviceWorker?.ready
    if (registration && canSync(registration)) await registration.sync.register(visitorSyncTag)
  } catch {
    // Refused or missing: the page says what a person has to do instead (what-happens-next.ts).
  }
}
