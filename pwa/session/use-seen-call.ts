/**
 * A read that shows what its reader saw last when the server cannot be reached, and says when that
 * was. Kept for the signed-in account alone; signing out clears it.
 */
import { useEffect, useRef, useState } from 'react'
import { NoAnswer } from '#pwa/api/request.ts'
import { type CallState, useCall } from '#pwa/api/use-call.ts'
import type { SeenAnswer } from '#pwa/device/browser-database.ts'
import { useSession } from '#pwa/session/session.ts'
import type { CallAnswer, CallName } from '#schema/contract/api.ts'

/** Storage is heavier than a screen that is online. */
const loadDatabase = async () => (await import('#pwa/device/browser-database.ts')).browserDatabase()

export interface SeenCallState<Name extends CallName> extends CallState<Name> {
  /** When what is shown was loaded, while the server cannot be reached; else null. */
  seenAt: string | null
}

export function useSeenCall<Name extends CallName>(
  ...asked: Parameters<typeof useCall<Name>>
): SeenCallState<Name> {
  const state = useCall<Name>(...asked)
  const accountId = useSession((session) =>
    session.state === 'signedIn' ? session.user.id : undefined,
  )
  const [seen, setSeen] = useState<SeenAnswer>()
  const key = `${accountId} ${JSON.stringify(asked)}`
  const isOffline = state.error instanceof NoAnswer

  // An answer belongs to what was asked when it came, not to what is asked next.
  const asking = useRef({ accountId, key })
  asking.current = { accountId, key }
  useEffect(() => {
    const { accountId, key } = asking.current
    if (!accountId || !state.data) return
    const answer: SeenAnswer = { key, answer: state.data, seenAt: new Date().toISOString() }
    // A full disk only means that nothing is seen again.
    loadDatabase()
      .then((database) => database.lastSeen.put(answer))
      .catch(() => {})
  }, [state.data])

  useEffect(() => {
    if (!isOffline) return
    loadDatabase()
      .then((database) => database.lastSeen.get(key))
      .then(setSeen, () => setSeen(undefined))
  }, [isOffline, key])

  if (!isOffline || seen?.key !== key) return { ...state, seenAt: null }
  return { ...state, data: seen.answer as CallAnswer<Name>, seenAt: seen.seenAt }
}
