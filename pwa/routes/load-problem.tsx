/**
 * What could not be loaded: why, what to do, and the request's id. In place of the content, or, when
 * there is an older answer to show, as a line above it.
 */

import { CloudOff, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { CallRefused, NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { refreshSession } from '#pwa/session/session.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'

interface LoadProblemProps {
  error: unknown
  /** There is an older answer, and it is still shown. */
  stale?: boolean
  /** When that answer came, where it is what this device saw last. */
  seenAt?: string | null
  busy: boolean
  onRetry: () => void
}

export function LoadProblem({ error, stale = false, seenAt, busy, onRetry }: LoadProblemProps) {
  useEffect(() => {
    // The session has ended: whoever guards the screen leads to the login and back.
    if (error instanceof CallRefused && error.status === 401) void refreshSession()
  }, [error])
  const offline = error instanceof NoAnswer
  const requestId = error instanceof CallRefused ? error.problem.requestId : ''
  const retry = (
    <Button look="secondary" size={stale ? 'sm' : 'md'} busy={busy} onClick={onRetry}>
      {shellTexts.tryAgain}
    </Button>
  )
  if (stale) {
    return (
      <Banner inset tone={offline ? 'offline' : 'warning'} action={retry}>
        {!offline && shellTexts.stale(sentenceOf(error, shellTexts.notRefreshed))}
        {offline && !seenAt && shellTexts.offlineStale}
        {offline && seenAt && <Ago at={seenAt} sentence={shellTexts.lastSeen} />}
        {requestId && <RequestId id={requestId} />}
      </Banner>
    )
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

function RequestId({ id }: { id: string }) {
  return <span className="block text-ink-faint text-xs">{shellTexts.requestId(id)}</span>
}
