/**
 * Reads that show what their reader saw last when the server cannot be reached, and say when that
 * was. Kept for the signed-in account alone; signing out clears it.
 */
import { useEffect, useRef, useState } from 'react'
import type { ListName, RowOf } from '#pwa/api/call-page.ts'
import { NoAnswer } from '#pwa/api/request.ts'
import { type CallState, useCall } from '#pwa/api/use-call.ts'
import { type PagesState, usePages } from '#pwa/api/use-pages.ts'
import type { SeenAnswer } from '#pwa/device/browser-database.ts'
import { useSession } from '#pwa/session/session.ts'
import type { CallAnswer, CallName } from '#schema/contract/api.ts'

/** Storage is heavier than a screen that is online. */
const loadDatabase = () => import('#pwa/device/browser-database.ts')

interface Seen {
  /** When what is shown was loaded, while the server cannot be reached; else null. */
  seenAt: string | null
}
export type SeenCallState<Name extends CallName> = CallState<Name> & Seen

export function useSeenCall<Name extends CallName>(
  ...asked: Parameters<typeof useCall<Name>>
): SeenCallState<Name> {
  const state = useCall<Name>(...asked)
  const seen = useLastSeen(asked, state.data, state.error)
  if (!seen) return { ...state, seenAt: null }
  return { ...state, data: seen.answer as CallAnswer<Name>, seenAt: seen.seenAt }
}

export type SeenPagesState<Row> = PagesState<Row> & Seen

/** Of a list, as far as it was paged. What was searched for is not kept: there is no end of words. */
export function useSeenPages<Name extends ListName>(
  ...asked: Parameters<typeof usePages<Name>>
): SeenPagesState<RowOf<Name>> {
  const state = usePages<Name>(...asked)
  const isSearch = Boolean((asked[1].query as { q?: string } | undefined)?.q)
  const rows = isSearch ? undefined : state.rows
  const seen = useLastSeen(asked, rows, state.error)
  if (!seen) return { ...state, seenAt: null }
  return { ...state, rows: seen.answer as RowOf<Name>[], hasMore: false, seenAt: seen.seenAt }
}

/** Under which the answer to a question is kept. */
export function seenKey(accountId: string | undefined, asked: readonly unknown[]): string {
  return `${accountId} ${JSON.stringify(asked)}`
}

/** @returns what was seen last, while the server cannot be reached and where there was something */
function useLastSeen(asked: readonly unknown[], data: unknown, error: unknown): SeenAnswer | null {
  const accountId = useSession((session) =>
    session.state === 'signedIn' ? session.user.id : undefined,
  )
  const [seen, setSeen] = useState<SeenAnswer>()
  const key = seenKey(accountId, asked)
  const isOffline = error instanceof NoAnswer

  // An answer belongs to what was asked when it came, not to what is asked next.
  const asking = useRef({ accountId, key })
  asking.current = { accountId, key }
  useEffect(() => {
    const { accountId, key } = asking.current
    if (!accountId || !data) return
    const answer: SeenAnswer = { key, answer: data, seenAt: new Date().toISOString() }
    // A full disk only means that nothing is seen again.
    loadDatabase()
      .then(({ keepSeen }) => keepSeen(accountId, answer))
      .catch(() => {})
  }, [data])

  useEffect(() => {
    if (!isOffline) return
    loadDatabase()
      .then(({ browserDatabase }) => browserDatabase().lastSeen.get(key))
      .then(setSeen, () => setSeen(undefined))
  }, [isOffline, key])

  return isOffline && seen?.key === key ? seen : null
}
