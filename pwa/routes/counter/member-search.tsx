/**
 * Finds members while the cashier types: first the device's own members, at once. Enter opens the
 * first, arrow keys move. For a full email or phone number that staff devices don't store, it asks
 * the server.
 */
import { Search, Ticket, X } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { useCustomers } from '#pwa/loyalty/customer.ts'
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { FoundOnServer, isWorthAsking } from '#pwa/routes/member/found-on-server.tsx'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Input } from '#pwa/ui/input.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { type CounterCode, isCode, readCounterCode } from './read-code.ts'
import { SearchResult } from './search-result.tsx'
import { beginTypingAhead, endTypingAhead, typeAhead } from './typed-ahead.ts'

interface MemberSearchProps {
  businessId: string
  input: RefObject<HTMLInputElement | null>
  /** Called on every change; only this list re-renders while the cashier types. */
  onQuery: (query: string) => void
  onOpen: (memberId: string) => void
  onCode: (code: CounterCode) => void
}

const resultsMost = 12

/** Memoized, so that it doesn't re-render with the counter. */
export const MemberSearch = memo(function MemberSearch(props: MemberSearchProps) {
  const { businessId, input, onQuery: tell, onOpen, onCode } = props
  const [query, setQuery] = useState('')
  const onQuery = useCallback(
    (next: string) => {
      setQuery(next)
      tell(next)
    },
    [tell],
  )
  const id = useId()
  const words = useDeferredValue(query.trim())
  const list = useCustomers({ query: words, limit: resultsMost })
  /** Until the first sync is complete, members may be missing. */
  const { whole } = useSyncStatus()
  const isReady = whole && !list.loading
  const [walked, setWalked] = useState(-1)
  const active = list.customers[walked]
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
    if (active) {
      beginTypingAhead()
      onOpen(active.id)
    } else if (text !== '') {
      beginTypingAhead()
      setEntered(text)
    }
  }

  // Shows each typed letter at once, before the list re-renders.
  const results = useMemo(
    () =>
      list.customers.map((customer) => (
        <SearchResult
          key={customer.id}
          id={`${id}-${customer.id}`}
          customer={customer}
          active={customer.id === active?.id}
          onOpen={onOpen}
        />
      )),
    [list.customers, active, id, onOpen],
  )
  const isAsking = !list.loading && isWorthAsking(words, list.customers.length, list.total)
  const nobody = <Nobody words={words} isReady={isReady} onCode={onTypedCode} />
  return (
    <div className="flex flex-col gap-3 max-md:contents">
      <div className="relative min-w-0 max-md:order-1">
        <Search
          size={20}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-[min(1rem,4vw)] my-auto text-ink-faint"
        />
        <Input
          ref={input}
          role="combobox"
          aria-expanded={list.customers.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active && { 'aria-activedescendant': `${id}-${active.id}` })}
          aria-label={texts.search}
          type="text"
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder={texts.searchHint}
          value={query}
          onChange={(event) => {
            setWalked(-1)
            change(event.target.value)
          }}
          onFocus={(event) => event.target.select()}
          onKeyDown={press}
          className="h-14 pr-3 pl-[min(3rem,12vw)] text-lg not-placeholder-shown:pr-13"
        />
        {query && (
          <button
            type="button"
            aria-label={texts.clear}
            onClick={() => {
              change('')
              input.current?.focus()
            }}
            className="absolute inset-y-0 right-1 my-auto flex size-12 items-center justify-center rounded-md text-ink-faint hover:text-ink"
          >
            <X size={20} aria-hidden="true" />
          </button>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3 max-md:order-3">
        <p role="status" className="sr-only">
          {words && isReady && !isAsking && texts.found(list.customers.length, list.hasMore)}
        </p>
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={texts.results}
          className={classNames('flex flex-col', list.customers.length === 0 && 'hidden')}
        >
          {results}
        </div>
        {isAsking ? (
          <FoundOnServer
            businessId={businessId}
            words={words}
            onOpen={(customer) => onOpen(customer.id)}
            asking={<Sentence>{texts.lookingOnline}</Sentence>}
            nobody={nobody}
            unanswered={<Sentence>{texts.notLookedOnline}</Sentence>}
          />
        ) : (
          list.customers.length === 0 && nobody
        )}
      </div>
    </div>
  )
})

interface NobodyProps {
  words: string
  isReady: boolean
  onCode: (text: string) => void
}

/** A touch keyboard may have no Enter key in sight, so a typed coupon code gets a button. */
function Nobody({ words, isReady, onCode }: NobodyProps) {
  const isOffline = useConnection() === 'offline'
  if (readCounterCode(words, location.origin).kind === 'coupon') {
    return (
      <Button look="secondary" size="lg" onClick={() => onCode(words)}>
        <Ticket size={20} aria-hidden="true" />
        {texts.checkTyped}
      </Button>
    )
  }
  const nobodyCalled = isOffline ? texts.notHereOffline : texts.nobodyFoundFor
  const found = words ? nobodyCalled(keep(words)) : texts.nobodyFound
  return <Sentence>{isReady ? found : texts.gettingReady}</Sentence>
}

function Sentence({ children }: { children: string }) {
  return (
    <p role="status" className="px-1 py-3 text-ink-soft [overflow-wrap:anywhere]">
      <KeptWords>{children}</KeptWords>
    </p>
  )
}
