/**
 * The user's profile from the server, or from this device while the server doesn't answer. Changes
 * appear everywhere in the app at once.
 */
import { useState } from 'react'
import { NoAnswer } from '#pwa/api/request.ts'
import { useCall } from '#pwa/api/use-call.ts'
import { useEndedSession } from '#pwa/routes/frame/use-ended-session.ts'
import { refreshSession, userChanged, useSession } from '#pwa/session/session.ts'
import type { User } from '#schema/contract/account.ts'

export interface ProfileState {
  profile: User | undefined
  loading: boolean
  error: unknown
  reload: () => void
  /** Applies the server's answer to a change. */
  take: (changed: User) => void
}

export function useProfile(): ProfileState {
  const { data: answered, error, loading, reload } = useCall('auth.profile')
  const [changed, setChanged] = useState<User>()
  const remembered = useSession((session) =>
    session.state === 'signedIn' ? session.user : undefined,
  )
  const hasEnded = useEndedSession(error)
  const kept = error instanceof NoAnswer ? remembered : undefined
  return {
    profile: changed ?? answered ?? kept,
    loading: loading || hasEnded,
    error,
    reload,
    take(user) {
      setChanged(user)
      void userChanged(user).then(refreshSession)
    },
  }
}
