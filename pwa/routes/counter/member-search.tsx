/**
 * Finds members while the cashier types: first the device's own members, at once. Enter opens the
 * first, arrow keys move. For a full email or phone number that staff devices don't store, it asks
 * the server.
 */
import { Search, Ticket, X } from 'lucide-react'
import { memo, useId } from 'react'
import type { ShownCustomer } from '#pwa/loyalty/customer.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { FoundOnServer } from '#pwa/routes/member/found-on-server.tsx'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Input } from '#pwa/ui/input.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { readCounterCode } from './read-code.ts'
import { SearchResult } from './search-result.tsx'
import { type MemberSearchProps, useMemberSearch } from './use-member-search.ts'

/** Memoized, so that it doesn't re-render with the counter. */
export const MemberSearch = memo(function MemberSearch(props: MemberSearchProps) {
  const { businessId, input, onOpen } = props
  const id = useId()
  const search = useMemberSearch(props)
  const { words, list, isReady, active, isAsking } = search
  const nobody = <Nobody words={words} isReady={isReady} onCode={search.onTypedCode} />
  return (
    <div className="flex flex-col gap-3 max-md:contents">
      <SearchField id={id} input={input} search={search} />
      <div className="flex min-w-0 flex-col gap-3 max-md:order-3">
        <p role="status" className="sr-only">
          {words && isReady && !isAsking && texts.found(list.customers.length, list.hasMore)}
        </p>
        <Results id={id} customers={list.customers} activeId={active?.id} onOpen={onOpen} />
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

interface SearchFieldProps extends Pick<MemberSearchProps, 'input'> {
  id: string
  search: ReturnType<typeof useMemberSearch>
}

function SearchField({ id, input, search }: SearchFieldProps) {
  const { query, list, active, type, change, press } = search
  return (
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
        onChange={(event) => type(event.target.value)}
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
  )
}

interface ResultsProps extends Pick<MemberSearchProps, 'onOpen'> {
  id: string
  customers: readonly ShownCustomer[]
  activeId: string | undefined
}

/** Memoized: shows each typed letter at once, before the list re-renders. */
const Results = memo(function Results({ id, customers, activeId, onOpen }: ResultsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={texts.results}
      className={classNames('flex flex-col', customers.length === 0 && 'hidden')}
    >
      {customers.map((customer) => (
        <SearchResult
          key={customer.id}
          id={`${id}-${customer.id}`}
          customer={customer}
          active={customer.id === activeId}
          onOpen={onOpen}
        />
      ))}
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
