/** The frame's sync badge: counts unsent, parked and refused work, and links to the outbox page. */

import { Link } from '@tanstack/react-router'
import { CircleCheck, CloudOff, Hourglass, RefreshCw, TriangleAlert } from 'lucide-react'
import type { SyncStatus } from '#pwa/loyalty/sync-status.ts'
import { countFailed, countUnsent, useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { type Connection, useConnection } from './connection.ts'

export function SyncBadgeLink() {
  const status = useSyncStatus()
  const connection = useConnection()
  const { words, Icon, tone } = lookOf(status, connection)
  return (
    <Link
      to="/outbox"
      className={classNames(
        'ml-auto inline-flex h-11 items-center gap-2 rounded-full px-3.5 font-medium text-sm no-underline hover:bg-sunken pointer-fine:md:h-9',
        tone,
      )}
    >
      <Icon size={17} aria-hidden="true" />
      <span aria-live="polite">{words}</span>
    </Link>
  )
}

function lookOf(status: SyncStatus, connection: Connection) {
  if (connection === 'signingOut') {
    return { words: businessTexts.signingOut, Icon: RefreshCw, tone: 'text-ink-soft' }
  }
  if (status.evicted) {
    const words = businessTexts.lostHere(status.evicted.unsent)
    return { words, Icon: TriangleAlert, tone: 'text-danger' }
  }
  // The banner about it may be below the screen.
  if (connection === 'signedOut') {
    return { words: businessTexts.sessionOver, Icon: TriangleAlert, tone: 'text-warning' }
  }
  const failed = countFailed(status)
  if (failed > 0) {
    const words = businessTexts.needAttention(failed)
    return { words, Icon: TriangleAlert, tone: 'text-danger' }
  }
  const unsent = countUnsent(status)
  if (unsent > 0) {
    return {
      words: businessTexts.toSync(unsent),
      Icon: connection === 'offline' ? CloudOff : RefreshCw,
      tone: 'text-notice',
    }
  }
  if (status.parkedCount > 0) {
    const words = businessTexts.onHold(status.parkedCount)
    return { words, Icon: Hourglass, tone: 'text-warning' }
  }
  if (connection !== 'reachable' || status.problem !== null) {
    return { words: businessTexts.offline, Icon: CloudOff, tone: 'text-ink-soft' }
  }
  // The outbox hasn't been read yet, or the first sync isn't complete.
  if (!status.ready || !status.whole)
    return { words: businessTexts.settingUp, Icon: RefreshCw, tone: 'text-ink-soft' }
  return { words: businessTexts.allSynced, Icon: CircleCheck, tone: 'text-ink-soft' }
}
