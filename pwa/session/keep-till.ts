/** Locking this till, and who may unlock it: they come with its session and go with it. */
import { onTillLocked } from '#pwa/api/request.ts'
import { useSession } from '#pwa/session/session.ts'
import { useTill } from '#pwa/session/till.ts'

const loadLock = () => import('#pwa/session/till-lock.ts')

/** To the other windows of this device. */
let windows: BroadcastChannel | null = null

/** Locks every window, since the person is leaving the device. */
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

/** Call once in a window of the app: people come with the till's session and go with it. */
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
