/** Where a record stands on its way to the server: an icon and a word. */

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
  /** Says a change politely to those who cannot see it: for the record in hand, not for a list. */
  live?: boolean
}

/** The badge in a line that is there anyway: a row that waits is no taller than one that does not. */
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
