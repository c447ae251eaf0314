/**
 * Whether the server can be reached, as one value: what the header's badge says and what the banner
 * says must never differ.
 */
import { type SyncStatus, useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { type Session, useSession } from '#pwa/session/session.ts'

export type Connection = 'offline' | 'signedOut' | 'reachable'

export function connectionOf(status: Pick<SyncStatus, 'problem'>, session: Session): Connection {
  if (status.problem === 'signedOut') return 'signedOut'
  const isRemembered = session.state === 'signedIn' && session.offline
  return status.problem === 'noAnswer' || isRemembered ? 'offline' : 'reachable'
}

export function useConnection(): Connection {
  return connectionOf(useSyncStatus(), useSession())
}
