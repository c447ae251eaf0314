/** For screens that read from the server: a 401 means that the session has ended. */
import { useEffect } from 'react'
import { CallRefused } from '#pwa/api/request.ts'
import { refreshSession } from '#pwa/session/session.ts'

/**
 * @returns whether the session has ended; if so, the screen's guard leads to the login and back
 * (with-roles.tsx)
 */
export function useEndedSession(error: unknown): boolean {
  const hasEnded = error instanceof CallRefused && error.status === 401
  useEffect(() => {
    if (hasEnded) void refreshSession()
  }, [hasEnded])
  return hasEnded
}
