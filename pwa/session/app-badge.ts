/**
 * Shows the number of waiting operations on the icon of the installed app, so that a cashier who
 * puts the till away sees that something is unsent. Does nothing in browsers without badges.
 */
import { countUnsent, type SyncStatus } from '#pwa/sync/sync-status.ts'

interface BadgedNavigator {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

type Counted = Pick<SyncStatus, 'ready' | 'pendingCount' | 'sealedCount'>

interface Waiting {
  getState(): Counted
  subscribe(listener: (status: Counted) => void): () => void
}

let stop = () => {}
let shown: number | null = null

/** Follows the open device; clears the badge when it is closed or replaced. */
export function badgeOf(status: Waiting | null, badged: BadgedNavigator = navigator): void {
  stop()
  stop = () => {}
  if (!status) {
    show(0, badged)
    return
  }
  const follow = (counted: Counted) => {
    if (counted.ready) show(countUnsent(counted), badged)
  }
  stop = status.subscribe(follow)
  follow(status.getState())
}

function show(count: number, badged: BadgedNavigator): void {
  if (count === shown) return
  shown = count
  // A browser may refuse: the app is not installed, or the person has turned badges off.
  const done = count > 0 ? badged.setAppBadge?.(count) : badged.clearAppBadge?.()
  done?.catch(() => {})
}
