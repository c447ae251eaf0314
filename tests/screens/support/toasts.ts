/**
 * Records toasts: they disappear after five seconds, less than a busy machine may need for a test's
 * next line.
 */
import { waitFor } from '@testing-library/dom'

const shown: string[] = []
let last: Element | null = null
/** Kept in a variable, because happy-dom drops observers without a reference. */
const observer = new MutationObserver(() => {
  const card = document.querySelector('[data-toasts] [role] > *')
  if (card && card !== last) shown.push(card.textContent)
  last = card
})

/** Records the text of every toast in this window. */
export function keepToasts(): void {
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}

export function forgetToasts(): void {
  shown.length = 0
}

/** Waits for a recorded toast with all of these words, and forgets it and all earlier ones. */
export async function toast(...words: (string | RegExp)[]): Promise<void> {
  const says = (text: string) =>
    words.every((word) => (typeof word === 'string' ? text.includes(word) : word.test(text)))
  await waitFor(() => {
    if (shown.some(says)) return
    throw new Error(`No toast says ${words.join(', ')}. The screen: ${document.body.textContent}`)
  })
  shown.splice(0, shown.findIndex(says) + 1)
}
