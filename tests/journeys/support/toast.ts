/** The visible toast: one at a time, in its own region. */
import { expect, type Locator, type Page } from '@playwright/test'

export function toastsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}

/**
 * Waits until a toast with this title, and this description if given, is visible. It is read in one
 * step, because five seconds may be too short for several on a busy machine.
 */
export async function expectToast(page: Page, title: string, description?: string | RegExp) {
  const described = description === undefined ? page.locator('*') : page.getByText(description)
  const region = toastsOf(page)
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: described })
    .filter({ hasNot: page.getByRole('button', { name: 'Dismiss' }).nth(1) })
  await expect(region).toBeVisible()
}

const shownByPage = new WeakMap<Page, string[]>()

/**
 * Records the text of every toast from now on, on every screen of the page. A toast is visible for
 * five seconds, less than a test on a busy machine may need for its next line.
 */
export async function keepToasts(page: Page): Promise<void> {
  const shown: string[] = []
  shownByPage.set(page, shown)
  await page.exposeFunction('noteToast', (text: string) => void shown.push(text))
  await page.addInitScript(() => {
    let last = ''
    const look = () => {
      const text = document.querySelector('[aria-label^="Notifications"]')?.textContent ?? ''
      if (text !== last && text) (window as unknown as Noting).noteToast(text)
      last = text
    }
    const observed = { childList: true, subtree: true, characterData: true }
    new MutationObserver(look).observe(document, observed)
  })
}
interface Noting {
  noteToast(text: string): void
}

/** Waits for a recorded toast with all of these words, and forgets it and all earlier ones. */
export async function expectKeptToast(page: Page, ...words: (string | RegExp)[]): Promise<void> {
  const shown = shownByPage.get(page) ?? []
  const says = (text: string) =>
    words.every((word) => (typeof word === 'string' ? text.includes(word) : word.test(text)))
  await expect.poll(() => shown.some(says), { message: `${words} in ${shown}` }).toBe(true)
  shown.splice(0, shown.findIndex(says) + 1)
}
