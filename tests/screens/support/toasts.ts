/** What toasts said: they go after five seconds, which a busy machine takes from one line to the next. */
import { waitFor } from '@testing-library/dom'

const shown: string[] = []
let last: Element | null = null
/** happy-dom keeps no observer that nobody else does. */
const observer = new MutationObserver(() => {
  const card = document.querySelector('[data-toasts] [role] > *')
  if (card && card !== last) shown.push(card.textContent)
  last = card
})

/** Keeps what every toast of this window says. */
export function keepToasts(): void {
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}

export function forgetToasts(): void {
  shown.length = 0
}

/** Waits for a toast that says all of this. It is used up, with all that came before it. */
export async function toast(...words: (string | RegExp)[]): Promise<void> {
  const says = (text: string) =>
    words.every((word) => (typeof word === 'string' ? text.includes(word) : word.test(text)))
  await waitFor(() => {
    if (shown.some(says)) return
    throw new Error(`No toast says ${words.join(', ')}. The screen: ${document.body.textContent}`)
  })
  shown.splice(0, shown.findIndex(says) + 1)
}
