/**
 * Calls that show the last answer, with its time, when the server cannot be reached. Answers are
 * stored for the signed-in account only; signing out deletes them.
 */
import { useEffect, useRef, useState } from 'react'
import type { ListName, RowOf } from '#pwa/api/call-page.ts'
import { NoAnswer } from '#pwa/api/request.ts'
import { type CallState, useCall } from '#pwa/api/use-call.ts'
import { type PagesState, usePages } from '#pwa/api/use-pages.ts'
import type { SeenAnswer } from '#pwa/device/browser-database.ts'
import { useSession } from '#pwa/session/session.ts'
import type { CallAnswer, CallName } from '#schema/contract/api.ts'

/** Online screens do not wait for the storage code to load. */
const loadDatabase = () => import('#pwa/device/browser-database.ts')

interface Seen {
  /** When the shown answer was loaded, if the server cannot be reached; else null. */
  seenAt: string | null
}
export type CachedCallState<Name extends CallName> = CallState<Name> & Seen

export function useCachedCall<Name extends CallName>(
  ...asked: Parameters<typeof useCall<Name>>
): CachedCallState<Name> {
  const state = useCall<Name>(...asked)
  const seen = useLastSeen(asked, state.data, state.error)
  if (!seen) return { ...state, seenAt: null }
  return { ...state, data: seen.answer as CallAnswer<Name>, seenAt: seen.seenAt }
}

export type CachedPagesState<Row> = PagesState<Row> & Seen

/** Keeps a list as far as it was paged. Search results are not kept: there are too many queries. */
export function useCachedPages<Name extends ListName>(
  ...asked: Parameters<typeof usePages<Name>>
): CachedPagesState<RowOf<Name>> {
  const state = usePages<Name>(...asked)
  const isSearch = Boolean((asked[1].query as { q?: string } | undefined)?.q)
  const rows = isSearch ? undefined : state.rows
  const seen = useLastSeen(asked, rows, state.error)
  if (!seen) return { ...state, seenAt: null }
  return { ...state, rows: seen.answer as RowOf<Name>[], hasMore: false, seenAt: seen.seenAt }
}

/** @returns the stored answer, live, without asking the server */
export function useLastAnswer<Name extends CallName>(
  ...asked: Parameters<typeof useCall<Name>>
): CallAnswer<Name> | undefined {
  const key = cacheKey(useAccountId(), asked)
  const [seen, setSeen] = useState<SeenAnswer>()
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    loadDatabase()
      .then(({ watchSeen }) => {
        if (!isOver) stop = watchSeen(key, setSeen)
      })
      .catch(() => {})
    return () => {
      isOver = true
      stop()
    }
  }, [key])
  return seen?.key === key ? (seen.answer as CallAnswer<Name>) : undefined
}

function useAccountId(): string | undefined {
  return useSession((session) => (session.state === 'signedIn' ? session.user.id : undefined))
}

/** The storage key of an answer. */
export function cacheKey(accountId: string | undefined, asked: readonly unknown[]): string {
  return `${accountId} ${JSON.stringify(asked)}`
}

/** @returns the last answer, if there is one and the server cannot be reached */
function useLastSeen(asked: readonly unknown[], data: unknown, error: unknown): SeenAnswer | null {
  const accountId = useAccountId()
  const [seen, setSeen] = useState<SeenAnswer>()
  const key = cacheKey(accountId, asked)
  const isOffline = error instanceof NoAnswer

  // An answer belongs to the request at its arrival, not to the next one.
  const asking = useRef({ accountId, key })
  asking.current = { accountId, key }
  useEffect(() => {
    const { accountId, key } = asking.current
    if (!accountId || !data) return
    const answer: SeenAnswer = { key, answer: data, seenAt: new Date().toISOString() }
    // On a full disk the answer is just not available offline.
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
