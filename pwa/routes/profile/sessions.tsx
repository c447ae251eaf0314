/**
 * The devices on which the user is signed in, with buttons to sign out here, there, or everywhere
 * else.
 */

import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { useCall } from '#pwa/api/use-call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { SessionRow } from './session-row.tsx'

export function Sessions() {
  const read = useCall('auth.sessions')
  const { data: sessions, loading, reload } = read
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
      showToast({ title: profileTexts.signedOut, description: message })
      reload()
    } catch (problem) {
      showFailure(profileTexts.signOutFailed, problem)
    } finally {
      setEnding(null)
      setAsking(false)
    }
  }

  return (
    <Card
      title={profileTexts.whereSignedIn}
      flush
      actions={
        hasOthers && (
          <Button look="secondary" size="sm" onClick={() => setAsking(true)}>
            {profileTexts.signOutElsewhere}
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
        <LoadProblem of={read} />
      )}
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={profileTexts.signOutElsewhereTitle}
        act={profileTexts.signOutElsewhere}
        look="primary"
        busy={ending === 'others'}
        onConfirm={() => void end('others')}
      >
        {profileTexts.signOutElsewhereMeaning}
      </ConfirmDialog>
    </Card>
  )
}
