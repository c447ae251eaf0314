/**
 * Reports a failed load: the reason, what to do, and the request's id. It replaces the content, or
 * appears as a line above it if an older answer is still shown.
 */

import { CloudOff, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallRefused, NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { useEndedSession } from './use-ended-session.ts'

/** The state that a read hook returns. If it has an older answer, the screen still shows that. */
interface Read {
  data?: unknown
  rows?: readonly unknown[] | undefined
  error: unknown
  loading: boolean
  /** When this device last loaded the data, if it is shown from storage. */
  seenAt?: string | null
  reload: () => void
}

interface LoadProblemProps {
  of: Read
  /** Spacing around the line above an older answer. */
  className?: string
}

export function LoadProblem({ of, className }: LoadProblemProps) {
  const { error, seenAt, loading, reload } = of
  const stale = of.data !== undefined || of.rows !== undefined
  useEndedSession(error)
  if (error === undefined) return null
  const offline = error instanceof NoAnswer
  const requestId = error instanceof CallRefused ? error.problem.requestId : ''
  const retry = (
    <Button look="secondary" size={stale ? 'sm' : 'md'} busy={loading} onClick={reload}>
      {shellTexts.tryAgain}
    </Button>
  )
  if (stale) {
    const line = seenAt ? (
      <LastLoaded at={seenAt} retry={retry} />
    ) : (
      <Banner inset tone={offline ? 'offline' : 'warning'} action={retry}>
        <span>
          {offline
            ? shellTexts.offlineStale
            : shellTexts.stale(sentenceOf(error, shellTexts.notRefreshed))}
        </span>
        {requestId && <RequestId id={requestId} />}
      </Banner>
    )
    return className ? <div className={className}>{line}</div> : line
  }
  return (
    <div role="alert">
      <EmptyState
        icon={offline ? <CloudOff /> : <TriangleAlert />}
        sentence={offline ? shellTexts.offline : sentenceOf(error, shellTexts.notLoaded)}
        action={
          <>
            {retry}
            {requestId && <RequestId id={requestId} />}
          </>
        }
      />
    </div>
  )
}

interface LastLoadedProps {
  at: string
  retry: ReactNode
}

/** No second banner: the frame's says that the device is offline. */
function LastLoaded({ at, retry }: LastLoadedProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-ink-soft text-sm">
      <Ago at={at} sentence={shellTexts.loaded} />
      {retry}
    </div>
  )
}

function RequestId({ id }: { id: string }) {
  return <span className="block text-ink-faint text-xs">{shellTexts.requestId(id)}</span>
}
