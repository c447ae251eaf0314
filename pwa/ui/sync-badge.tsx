/** Where a record stands on its way to the server: an icon and a word. */
import { Check, Clock, Hourglass, RefreshCw, TriangleAlert } from 'lucide-react'
import { Badge, type BadgeTone } from './badge.tsx'

export type SyncState = 'waiting' | 'sending' | 'saved' | 'parked' | 'refused'

const looks = {
  waiting: { word: 'Saved here', tone: 'notice', Icon: Clock },
  sending: { word: 'Sending', tone: 'notice', Icon: RefreshCw },
  saved: { word: 'Done', tone: 'success', Icon: Check },
  parked: { word: 'On hold', tone: 'warning', Icon: Hourglass },
  refused: { word: 'Needs attention', tone: 'danger', Icon: TriangleAlert },
} as const satisfies Record<SyncState, { word: string; tone: BadgeTone; Icon: typeof Clock }>

interface SyncBadgeProps {
  state: SyncState
  /** Says a change politely to those who cannot see it: for the record in hand, not for a list. */
  live?: boolean
}

export function SyncBadge({ state, live = false }: SyncBadgeProps) {
  const { word, tone, Icon } = looks[state]
  const badge = (
    <Badge
      tone={tone}
      icon={<Icon size={13} className={state === 'sending' ? 'animate-spin' : undefined} />}
    >
      {word}
    </Badge>
  )
  return live ? <span role="status">{badge}</span> : badge
}
