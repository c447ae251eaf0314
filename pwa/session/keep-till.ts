/** Locks this till, and loads and deletes the list of people who may unlock it with its session. */
import { onTillLocked } from '#pwa/api/request.ts'
import { useSession } from '#pwa/session/session.ts'
import { useTill } from '#pwa/session/till.ts'

const loadLock = () => import('#pwa/session/till-lock.ts')

/** Channel to the other windows of this device. */
let windows: BroadcastChannel | null = null

/** Locks every window, because the person is leaving the device. */
export function lockTill(): void {
  lockThisWindow()
  windows?.postMessage('locked')
}

export function lockThisWindow(): void {
  useTill.setState({ staff: null })
  void loadLock().then(({ forgetKey, refreshPeople }) => {
    forgetKey()
    return refreshPeople()
  })
}

/** Call once in a window of the app: loads and deletes the till's people with its session. */
export function keepTillOfSession(): void {
  windows = new BroadcastChannel('regulars-till')
  windows.onmessage = lockThisWindow
  onTillLocked(lockThisWindow)
  let wasTill = false
  useSession.subscribe((session) => {
    if (session.state === 'loading') return
    const isTill = session.state === 'signedIn' && Boolean(session.user.till)
    if (isTill) void loadLock().then(({ refreshPeople }) => refreshPeople())
    else if (wasTill) void loadLock().then(({ forgetPeople }) => forgetPeople())
    wasTill = isTill
  })
}
