/** The frame's badge: what waits, is parked or was refused, and the way to the outbox page. */
import { Link } from '@tanstack/react-router'
import { CircleCheck, CloudOff, Hourglass, RefreshCw, TriangleAlert } from 'lucide-react'
import type { SyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { formatNumber } from '#pwa/ui/format.ts'

export function SyncBadgeLink() {
  const status = useSyncStatus()
  const { words, Icon, tone } = lookOf(status)
  return (
    <Link
      to="/outbox"
      className={classNames(
        'ml-auto inline-flex h-11 items-center gap-2 rounded-full px-3.5 font-medium text-sm no-underline hover:bg-sunken md:h-9',
        tone,
      )}
    >
      <Icon size={17} aria-hidden="true" />
      <span aria-live="polite">{words}</span>
    </Link>
  )
}

function lookOf(status: SyncStatus) {
  if (status.evicted) {
    const count = formatNumber(status.evicted.unsent)
    return { words: `${count} lost here`, Icon: TriangleAlert, tone: 'text-danger' }
  }
  if (status.refusedCount > 0) {
    const count = formatNumber(status.refusedCount)
    return { words: `${count} need attention`, Icon: TriangleAlert, tone: 'text-danger' }
  }
  if (status.pendingCount > 0) {
    const offline = status.problem === 'noAnswer'
    return {
      words: `${formatNumber(status.pendingCount)} to send`,
      Icon: offline ? CloudOff : RefreshCw,
      tone: 'text-notice',
    }
  }
  if (status.parkedCount > 0) {
    const count = formatNumber(status.parkedCount)
    return { words: `${count} on hold`, Icon: Hourglass, tone: 'text-warning' }
  }
  if (status.problem !== null) {
    return { words: 'Not connected', Icon: CloudOff, tone: 'text-ink-soft' }
  }
  // Before the outbox was read nobody knows, and a first sync is not complete.
  if (!status.ready || !status.whole)
    return { words: 'Loading', Icon: RefreshCw, tone: 'text-ink-soft' }
  return { words: 'All sent', Icon: CircleCheck, tone: 'text-ink-soft' }
}
