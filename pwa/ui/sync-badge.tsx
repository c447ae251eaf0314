/** A record's sync state: an icon and a word. */

import { Check, Clock, Hourglass, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Badge, type BadgeTone } from './badge.tsx'

export type SyncState = 'waiting' | 'sending' | 'saved' | 'parked' | 'refused'

const looks = {
  waiting: { tone: 'notice', Icon: Clock },
  sending: { tone: 'notice', Icon: RefreshCw },
  saved: { tone: 'success', Icon: Check },
  parked: { tone: 'warning', Icon: Hourglass },
  refused: { tone: 'danger', Icon: TriangleAlert },
} as const satisfies Record<SyncState, { tone: BadgeTone; Icon: typeof Clock }>

interface SyncBadgeProps {
  state: SyncState
  /** Announces changes to screen readers: for a single record, not for lists. */
  live?: boolean
}

/** The badge in an existing line, so that unsynced rows are no taller than others. */
export function SyncLine({ state, children }: { state: SyncState; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      {state !== 'saved' && (
        <span className="shrink-0">
          <SyncBadge state={state} />
        </span>
      )}
      <span className="contents">{children}</span>
    </span>
  )
}

export function SyncBadge({ state, live = false }: SyncBadgeProps) {
  const { tone, Icon } = looks[state]
  const badge = (
    <Badge
      tone={tone}
      icon={<Icon size={13} className={state === 'sending' ? 'animate-spin' : undefined} />}
    >
      {uiTexts.sync[state]}
    </Badge>
  )
  return live ? (
    <span role="status" className="inline-flex">
      {badge}
    </span>
  ) : (
    badge
  )
}
