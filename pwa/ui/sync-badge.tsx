/** Where a record stands on its way to the server: an icon and a word. */
import { Check, Clock, Hourglass, RefreshCw, TriangleAlert } from 'lucide-react'
import { Badge, type BadgeTone } from './badge.tsx'

export type SyncState = 'waiting' | 'sending' | 'done' | 'parked' | 'refused'

const looks = {
  waiting: { word: 'Saved here', tone: 'notice', Icon: Clock },
  sending: { word: 'Sending', tone: 'notice', Icon: RefreshCw },
  done: { word: 'Done', tone: 'success', Icon: Check },
  parked: { word: 'On hold', tone: 'warning', Icon: Hourglass },
  refused: { word: 'Needs attention', tone: 'danger', Icon: TriangleAlert },
} as const satisfies Record<SyncState, { word: string; tone: BadgeTone; Icon: typeof Clock }>

export function SyncBadge({ state }: { state: SyncState }) {
  const { word, tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon size={13} />}>
      {word}
    </Badge>
  )
}
