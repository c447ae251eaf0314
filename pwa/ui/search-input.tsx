/**
 * A search field that searches while the person types; `/` focuses it from anywhere on the screen.
 */

import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Input } from './input.tsx'
import { isShortcut } from './single-keys.ts'

interface SearchInputProps {
  label: string
  value: string
  onValue: (words: string) => void
  /** Another search field on the screen has the `/` shortcut. */
  isSecond?: boolean
}

export function SearchInput({ label, value, onValue, isSecond = false }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isSecond) return
    function focusBySlash(event: KeyboardEvent) {
      if (!isShortcut(event, '/')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focusBySlash)
    return () => document.removeEventListener('keydown', focusBySlash)
  }, [isSecond])
  return (
    <div className="group relative w-full max-w-md print:has-[:placeholder-shown]:hidden">
      <Search
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-[min(0.75rem,3vw)] my-auto text-ink-faint"
      />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={isSecond ? undefined : '/'}
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onValue('')}
        className="pr-3 pl-[min(2.375rem,10vw)] not-placeholder-shown:pr-11 sm:pr-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {value ? (
        <button
          type="button"
          aria-label={uiTexts.clearSearch}
          onClick={() => {
            onValue('')
            input.current?.focus()
          }}
          className="absolute inset-y-0 right-1 my-auto flex size-9 items-center justify-center rounded-md text-ink-faint hover:text-ink print:hidden"
        >
          <X size={16} aria-hidden="true" />
        </button>
      ) : (
        !isSecond && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto hidden h-5.5 items-center rounded-sm border border-line bg-sunken px-1.5 text-ink-faint text-xs group-focus-within:hidden sm:flex"
          >
            /
          </span>
        )
      )}
    </div>
  )
}
