/**
 * Barcode scanners that type: they send a code as keys and end it with Enter, wherever the focus is.
 * What was typed is known by what it says, not by its speed: nobody types a member's address into a
 * number pad and presses Enter.
 */
import { useEffect, useRef } from 'react'
import { type CounterCode, isCode, readCounterCode } from './read-code.ts'

const keysMax = 300
/** A scanner sends its keys in one go; a person who pauses so long has begun something else. */
const pauseMs = 3000

export function useTypingScanner(found: (code: CounterCode) => void): void {
  const latest = useRef(found)
  latest.current = found
  useEffect(() => {
    let typed = ''
    let lastAt = 0
    function hear(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      // Held down it is still one Enter: it must not confirm what the first one opened.
      if (event.key === 'Enter' && event.repeat) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      if (event.timeStamp - lastAt > pauseMs) typed = ''
      lastAt = event.timeStamp
      if (event.key.length === 1) typed = (typed + event.key).slice(-keysMax)
      if (event.key !== 'Enter' && event.key !== 'Tab') return
      const text = codeAtEnd(typed)
      typed = ''
      if (text === null) return
      event.preventDefault()
      event.stopPropagation()
      takeBack(event.target, text)
      latest.current(readCounterCode(text, location.origin))
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [])
}

/**
 * Takes a scanned code out of the field it was typed into: it is no name and no amount. Text that
 * was selected there is gone, since the code replaced it.
 */
function takeBack(field: EventTarget | null, text: string): void {
  if (!(field instanceof HTMLInputElement) || !field.value.endsWith(text)) return
  // By the element's own setter: React hears of a value that is set past it.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, field.value.slice(0, -text.length))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** @returns the code that the keys end with; what was typed before it is not part of it */
export function codeAtEnd(typed: string, origin = location.origin): string | null {
  const [ending] =
    /(https?:\/\/\S+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4})$/i.exec(
      typed,
    ) ?? []
  return ending && isCode(ending, origin) ? ending : null
}
