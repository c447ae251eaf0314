/** Where one is signed in, and how to end that: here, there, or everywhere else. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { useCall } from '#pwa/api/use-call.ts'
import { LoadProblem } from '#pwa/routes/load-problem.tsx'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { SessionRow } from './session-row.tsx'

export function Sessions() {
  const { data: sessions, error, loading, reload } = useCall('auth.sessions')
  const [ending, setEnding] = useState<string | 'others' | null>(null)
  const [asking, setAsking] = useState(false)
  const hasOthers = sessions?.some(({ current }) => !current) ?? false

  async function end(which: string | 'others') {
    setEnding(which)
    try {
      const { message } =
        which === 'others'
          ? await call('auth.endOtherSessions')
          : await call('auth.endSession', { params: { sessionId: which } })
      showToast({ title: 'Signed out', description: message })
      reload()
    } catch (problem) {
      showFailure('Not signed out', problem)
    } finally {
      setEnding(null)
      setAsking(false)
    }
  }

  return (
    <Card
      title="Where You Are Signed In"
      flush
      actions={
        hasOthers && (
          <Button look="secondary" size="sm" onClick={() => setAsking(true)}>
            Sign Out Everywhere Else
          </Button>
        )
      }
    >
      {sessions ? (
        <ul className="divide-y divide-line border-line border-t">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending === session.id}
              onEnd={() => void end(session.id)}
            />
          ))}
        </ul>
      ) : loading ? (
        <div className="flex flex-col gap-3 px-5 pb-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : (
        <LoadProblem error={error} busy={loading} onRetry={reload} />
      )}
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title="Sign out everywhere else?"
        act="Sign Out Everywhere Else"
        look="primary"
        busy={ending === 'others'}
        onConfirm={() => void end('others')}
      >
        Every other device has to sign in again. What they have not sent yet stays on them until
        then. This device stays signed in.
      </ConfirmDialog>
    </Card>
  )
}
