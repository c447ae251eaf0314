/**
 * How much waits on this device, on the icon of the installed app: a cashier who puts the till away
 * sees that something was not sent. Where a browser has no badges, nothing happens.
 */
interface BadgedNavigator {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

interface Waiting {
  getState(): { ready: boolean; pendingCount: number }
  subscribe(listener: (status: { ready: boolean; pendingCount: number }) => void): () => void
}

let stop = () => {}
let shown: number | null = null

/** Follows the device that is open; nothing of it is left when another one, or none, is. */
export function badgeOf(status: Waiting | null, badged: BadgedNavigator = navigator): void {
  stop()
  stop = () => {}
  if (!status) {
    show(0, badged)
    return
  }
  const follow = ({ ready, pendingCount }: { ready: boolean; pendingCount: number }) => {
    if (ready) show(pendingCount, badged)
  }
  stop = status.subscribe(follow)
  follow(status.getState())
}

function show(count: number, badged: BadgedNavigator): void {
  if (count === shown) return
  shown = count
  // A browser may refuse: the app is not installed, or the person does not want badges.
  const done = count > 0 ? badged.setAppBadge?.(count) : badged.clearAppBadge?.()
  done?.catch(() => {})
}
