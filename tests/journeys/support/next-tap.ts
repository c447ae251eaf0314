/** Whether the next tap is on the screen, in every tab of `counterTabs`, in light and dark. */
import { expect, type Locator, type Page } from '@playwright/test'
import { counterTabs } from './device-browser.ts'

/** @returns how much of the button a finger can press, from its corners inward */
export function pressable(button: Element): string {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const inset = 6
  const points = [
    [left + inset, top + inset],
    [right - inset, top + inset],
    [(left + right) / 2, (top + bottom) / 2],
    [left + inset, bottom - inset],
    [right - inset, bottom - inset],
  ] as const
  const isWithin = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  const isOnTop = points.every(([x, y]) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (button.contains(hit) || hit.contains(button))
  })
  if (isWithin && isOnTop) return 'whole'
  return `${isWithin ? 'covered' : 'cut off'}: ${Math.round(top)}–${Math.round(bottom)} of ${innerHeight}`
}

/** @returns the form's fields, consents and sentences that its button at the foot covers in part */
export function cutByFoot(page: Page): Promise<string[]> {
  return page.locator('form:has([class*=at-foot])').evaluate(async (form) => {
    // Another font breaks the lines above at other words.
    await document.fonts.ready
    const edge = form.querySelector('[class*=at-foot]')?.getBoundingClientRect().top ?? 0
    return [...form.querySelectorAll('input:not([type=hidden]), summary, legend, label > span, p')]
      .filter((part) => {
        const words = document.createRange()
        words.selectNodeContents(part)
        const { top, bottom } = (part.matches('input') ? part : words).getBoundingClientRect()
        return top < edge && bottom > edge
      })
      .map((part) => part.getAttribute('name') ?? part.textContent ?? '')
  })
}

/** Checks the buttons at the top of the page in each tab and color scheme. */
export async function expectWhole(page: Page, what: string, ...buttons: Locator[]) {
  for (const size of counterTabs) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(() => scrollTo(0, 0))
      for (const button of buttons) {
        await button.waitFor()
        const place = `${what}: ${await button.textContent()} at ${size.width}×${size.height}`
        expect.soft(await button.evaluate(pressable), `${place}, ${colorScheme}`).toBe('whole')
      }
    }
  }
}
