/**
 * Whether the server can be reached, as one value: the header's badge and the banner say the same. The
 * banner may say it a moment later, once a press has ended.
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
