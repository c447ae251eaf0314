/** The toast, as it is read: one at a time, in a region of its own. */
import { expect, type Locator, type Page } from '@playwright/test'

export function toastsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}

/**
 * Waits until a toast with this title, and this description if any, is the one that stands there.
 * It is judged in one look: five seconds may not be enough for several on a busy machine.
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
 * Keeps what every toast says from now on, over every screen of the page. A toast is there for five
 * seconds, which a test on a busy machine may need to get from one line to the next.
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

/** Waits for a toast that says all of this. It is used up, with all that came before it. */
export async function expectKeptToast(page: Page, ...words: (string | RegExp)[]): Promise<void> {
  const shown = shownByPage.get(page) ?? []
  const says = (text: string) =>
    words.every((word) => (typeof word === 'string' ? text.includes(word) : word.test(text)))
  await expect.poll(() => shown.some(says), { message: `${words} in ${shown}` }).toBe(true)
  shown.splice(0, shown.findIndex(says) + 1)
}
