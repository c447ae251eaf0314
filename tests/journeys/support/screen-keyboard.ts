/** A keyboard on the screen as on iOS, where it shrinks the visual viewport and not the page. */
import { expect, type Locator, type Page } from '@playwright/test'
import { counterTabs } from './device-browser.ts'

export const keyboardPx = 290

/** Call this before the page is opened; the keyboard is closed at first. */
export async function pretendKeyboard(page: Page): Promise<void> {
  await page.addInitScript((covered) => {
    const viewport = window.visualViewport
    if (!viewport) return
    Object.defineProperty(viewport, 'height', {
      get: () => innerHeight - ((window as { keyboard?: boolean }).keyboard ? covered : 0),
    })
  }, keyboardPx)
}

export function setKeyboard(page: Page, isOpen: boolean): Promise<void> {
  return page.evaluate((keyboard) => {
    Object.assign(window, { keyboard })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  }, isOpen)
}

/** @returns 'whole', or which edge of the part is out of view, in px from the top of the screen */
function visible(part: Element, bottomEdge: number): string {
  const { top, bottom } = part.getBoundingClientRect()
  if (top >= 0 && bottom <= bottomEdge) return 'whole'
  return `${Math.round(top)}–${Math.round(bottom)} of ${bottomEdge}`
}

/**
 * Checks on phones that the keyboard covers neither the field that it types into nor the button,
 * and that the button covers no field: if the keyboard opens for the field, and if it is open.
 */
export async function expectTypedInView(page: Page, button: Locator, fields: Locator[]) {
  for (const size of counterTabs.filter(({ width }) => width < 768)) {
    await page.setViewportSize(size)
    for (const isOpen of [false, true]) {
      for (const field of fields) {
        await setKeyboard(page, isOpen)
        if (!isOpen) await page.evaluate(() => scrollTo(0, 0))
        // A finger, unlike `focus`, scrolls nothing.
        await field.evaluate((input: HTMLElement) => input.focus({ preventScroll: true }))
        await setKeyboard(page, true)
        const name = await field.getAttribute('name')
        const place = `${name} at ${size.width}×${size.height}${isOpen ? ', keyboard open' : ''}`
        const edge = size.height - keyboardPx
        await page.evaluate(() => new Promise(requestAnimationFrame))
        const buttonTop = (await button.boundingBox())?.y ?? 0
        expect.soft(await button.evaluate(visible, edge), `button, ${place}`).toBe('whole')
        expect.soft(await field.evaluate(visible, buttonTop), place).toBe('whole')
      }
    }
    await setKeyboard(page, false)
  }
}
