/**
 * Keeps sending the visitor's outbox while a window is open: at the start, when the network comes
 * back, when the page becomes visible, and on a timer that backs off with jitter. Where available,
 * Background Sync continues without a window.
 */
import { visitorBackOffMs } from '#pwa/queue/back-off.ts'
import { onChanceToSend } from '#pwa/queue/chance-to-send.ts'
import { type DrainEnd, drainOutbox } from '#pwa/visitor/drain.ts'
import { keepSignUpHint } from '#pwa/visitor/evicted.ts'
import { visitorSyncTag } from '#pwa/visitor/sync-tag.ts'

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Call once in a window. */
export function keepSending(): void {
  keepSignUpHint()
  onChanceToSend(sendAgain)
  sendAgain()
}

/** Tries at once, despite the back-off, because something may have changed. */
function sendAgain(): void {
  failures = 0
  void sendNow()
}

/** Drains now and schedules the next try. */
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

/**
 * Registers for Background Sync, so the browser wakes the service worker when it is online, even if
 * this page is closed.
 */
async function askForBackgroundSync(): Promise<void> {
  try {
    const registration = await globalThis.navigator?.serviceWorker?.ready
    if (registration && canSync(registration)) await registration.sync.register(visitorSyncTag)
  } catch {
    // Refused or missing: the page says what the person has to do instead (pending-hint.ts).
  }
}
