/** The state of the counter's search: the query, its members, the active one, keys and Enter. */
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { useCustomers } from '#pwa/loyalty/customer.ts'
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { isWorthAsking } from '#pwa/routes/member/found-on-server.tsx'
import { carried, useCarried } from '#pwa/ui/carried.ts'
import { type CounterCode, isCode, readCounterCode } from './read-code.ts'
import { beginTypingAhead, endTypingAhead, typeAhead } from './typed-ahead.ts'

export interface MemberSearchProps {
  businessId: string
  input: RefObject<HTMLInputElement | null>
  /** Called on every change; only this list re-renders while the cashier types. */
  onQuery: (query: string) => void
  /** Called with the words of a search that found members on this device; empty if it found none. */
  onFound: (words: string) => void
  onOpen: (memberId: string) => void
  onCode: (code: CounterCode) => void
}

const resultsMost = 12

export function useMemberSearch({ onQuery: tell, onFound, onOpen, onCode }: MemberSearchProps) {
  const [query, setQuery] = useState(() => carried<string>('search') ?? '')
  useCarried('search', query)
  const onQuery = useCallback(
    (next: string) => {
      setQuery(next)
      tell(next)
    },
    [tell],
  )
  const words = useDeferredValue(query.trim())
  const list = useCustomers({ query: words, limit: resultsMost })
  /** Until the first sync is complete, members may be missing. */
  const { whole } = useSyncStatus()
  const isReady = whole && !list.loading
  const [walked, setWalked] = useState(-1)
  const active = list.customers[walked]
  const foundWords = list.customers.length > 0 ? words : ''
  useEffect(() => onFound(foundWords), [onFound, foundWords])
  const setEntered = useEntered({ words, list, onQuery, onOpen, onCode })

  /** Called if the query changes by other means than a key: cancels a pending Enter. */
  function change(next: string) {
    endTypingAhead()
    setEntered(null)
    onQuery(next)
  }

  function onTypedCode(text: string) {
    onQuery('')
    onCode(readCounterCode(text, location.origin))
  }

  function press(event: KeyboardEvent) {
    if (typeAhead(event)) return event.preventDefault()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const count = list.customers.length
      setWalked(count === 0 ? -1 : (Math.max(walked, step > 0 ? -1 : 0) + step + count) % count)
    }
    if (event.key === 'Escape') change('')
    if (event.key !== 'Enter') return
    event.preventDefault()
    const text = query.trim()
    if (isCode(text, location.origin)) return onTypedCode(text)
    if (!active && text === '') return
    beginTypingAhead()
    if (active) onOpen(active.id)
    else setEntered(text)
  }

  return {
    ...{ query, words, list, isReady, active, change, press, onTypedCode },
    isAsking: !list.loading && isWorthAsking(words, list.customers.length, list.total),
    type(next: string) {
      setWalked(-1)
      change(next)
    },
  }
}

interface EnteredProps extends Pick<MemberSearchProps, 'onQuery' | 'onOpen' | 'onCode'> {
  words: string
  list: ReturnType<typeof useCustomers>
}

/** @returns opens the first result of a query once the list has it; null cancels that */
function useEntered({ words, list, onQuery, onOpen, onCode }: EnteredProps) {
  /** The query when Enter was pressed, which may be ahead of the list. */
  const [entered, setEntered] = useState<string | null>(null)
  useEffect(() => {
    // Wait until the list has loaded: before that, the first result may be wrong.
    if (entered === null || entered !== words || list.loading) return
    setEntered(null)
    const [first] = list.customers
    if (first) return onOpen(first.id)
    // No member has this name. Check members first, because coupon codes typed without dashes can
    // look like names.
    const code = readCounterCode(entered, location.origin)
    if (code.kind === 'coupon') {
      endTypingAhead()
      onQuery('')
      return onCode(code)
    }
    const { text } = endTypingAhead()
    if (text !== '') onQuery(`${entered} ${text}`)
  }, [entered, words, list.customers, list.loading, onOpen, onQuery, onCode])

  useEffect(() => () => void endTypingAhead(), [])
  return setEntered
}
