/** Searches as one types; `/` brings the focus here from anywhere on the screen. */
import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Input } from './input.tsx'

interface SearchInputProps {
  label: string
  value: string
  onValue: (words: string) => void
}

export function SearchInput({ label, value, onValue }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    function focusBySlash(event: KeyboardEvent) {
      const typing = (event.target as HTMLElement).closest(
        'input, textarea, select, [contenteditable]',
      )
      if (event.key !== '/' || typing || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focusBySlash)
    return () => document.removeEventListener('keydown', focusBySlash)
  }, [])
  return (
    <div className="relative w-full max-w-md">
      <Search
        size={17}
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-ink-faint"
      />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onValue('')}
          className="-translate-y-1/2 absolute top-1/2 right-1 flex size-9 items-center justify-center rounded-md text-ink-faint hover:text-ink"
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
