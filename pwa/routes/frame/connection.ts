/**
 * The connection state, as one value that the header's badge and the banner share. While a person
 * presses something, the banner waits for the press to end.
 */
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useSession } from '#pwa/session/session.ts'
import { useSigningOut } from '#pwa/session/sign-out.ts'

export type Connection = 'offline' | 'signedOut' | 'signingOut' | 'reachable'

export function useConnection(): Connection {
  const { problem } = useSyncStatus()
  const session = useSession()
  const isSigningOut = useSigningOut()
  if (isSigningOut) return 'signingOut'
  if (problem === 'signedOut') return 'signedOut'
  const isRemembered = session.state === 'signedIn' && session.offline
  return problem === 'noAnswer' || isRemembered ? 'offline' : 'reachable'
}
