/**
 * The counter on handheld devices: phones upright and sideways, a tablet, text at 200 %, touch
 * targets, vibration, and the screen kept on.
 */
import { expect, type Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { counterTabs, phone, sidewaysPhone, sidewaysSmallPhone } from './support/device-browser.ts'
import { test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, hasTouch: true })

const leastTarget = 44
const mostLines = 3.5
const looks = [
  ...[...counterTabs, sidewaysPhone].map((size) => ({ ...size, text: 100 })),
  { ...phone, text: 200 },
]

/**
 * Finds text cut off at the side, targets that are too small, and names broken into a column of
 * letters.
 * @returns a description of each
 */
const wrongOn = (page: Page) =>
  page.evaluate(
    ([least, linesMost]) => {
      const wrong: string[] = []
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth) wrong.push(`${scrollWidth} of ${clientWidth} px wide`)
      const targets = 'button, a[href], [role="option"], [role="tab"], input, select, summary'
      for (const target of document.querySelectorAll<HTMLElement>(targets)) {
        const { width, height } = target.getBoundingClientRect()
        // A labeled control's target includes its label, and a link in a sentence is as high as its
        // line.
        const isOther = target.closest('label, p, .sr-only') !== null
        const isHidden = width <= 1 || !target.checkVisibility({ visibilityProperty: true })
        if (isOther || isHidden || target.matches('[href="#content"]')) continue
        if (Math.min(width, height) < least - 0.5) {
          const words = target.ariaLabel ?? target.textContent ?? ''
          wrong.push(`${words}: ${Math.round(width)} × ${Math.round(height)}`)
        }
      }
      for (const name of document.querySelectorAll('bdi')) {
        const lines = name.offsetHeight / Number.parseFloat(getComputedStyle(name).lineHeight)
        if (lines > linesMost) wrong.push(`${name.textContent}: ${Math.round(lines)} lines`)
      }
      return wrong
    },
    [leastTarget, mostLines] as const,
  )

test(
  'the counter cuts nothing off, and its targets are large enough for a thumb',
  deep,
  async ({ app, page }) => {
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    await signIn(page, app, app.staff)
    for (const { width, height, text } of looks) {
      const expectNothingWrong = async (what: string) =>
        expect.soft(await wrongOn(page), `${what}, ${width} × ${height}, ${text} %`).toEqual([])
      await page.setViewportSize({ width, height })
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`
      }, text)
      await page.getByRole('option').first().waitFor()
      await expectNothingWrong('the search')
      // A member with enough points for a reward.
      await page
        .getByRole('option')
        .filter({ hasText: /\d{3} points/ })
        .first()
        .click()
      await page.getByLabel('Amount').fill('4.20')
      await expectNothingWrong('a member')
      // Reachable without scrolling, for one-handed use.
      if (text === 100) await expect(button('Record $4.20')).toBeInViewport()
      await page.getByRole('tab', { name: 'Rewards' }).click()
      await expectNothingWrong('rewards')
      const notYet = page.getByRole('region', { name: 'Not yet' }).getByRole('listitem').first()
      if (text === 100) expect((await notYet.boundingBox())?.height).toBeLessThan(110)
      await button('Back to search').click()
      await button('New Member').click()
      await expectNothingWrong('a new member')
      await button('Back to search').click()
      await button('Scan').click()
      await page.getByLabel('Or type a coupon code').waitFor()
      await expectNothingWrong('the scanner')
      await button('Stop Scanning').click()
    }
  },
)

test(
  'a sale vibrates unless that is switched off; the pad needs no keyboard; scanning keeps the screen on',
  deep,
  async ({ app, page }) => {
    await page.addInitScript(() => {
      const felt: unknown[] = []
      const awake: string[] = []
      Object.assign(window, { felt, awake })
      Object.defineProperty(navigator, 'vibrate', {
        value: (pattern: unknown) => felt.push(pattern),
      })
      const lock = { release: async () => void awake.push('released'), addEventListener() {} }
      const request = async () => {
        awake.push('asked')
        return lock
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
      // A canvas stream replaces the camera.
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement('canvas')
        canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
        return canvas.captureStream(5)
      }
    })
    const noted = (what: 'felt' | 'awake') =>
      page.evaluate((name) => (window as unknown as Record<string, unknown[]>)[name], what)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await page.setViewportSize(phone)
    await signIn(page, app, app.staff)
    async function sell(money: string) {
      await page.getByRole('option').first().click()
      await expect(page.getByLabel('Amount')).toHaveAttribute('inputmode', 'none')
      for (const digit of money.replace(/\D/g, '')) await button(digit).click()
      // Without scrolling, also while the previous sale can be undone.
      await expect(button(`Record $${money}`)).toBeInViewport({ ratio: 1 })
      await button(`Record $${money}`).click()
      await expect(page.getByText(new RegExp(`^\\$${money} recorded`))).toBeVisible()
    }
    await sell('4.20')
    expect(await noted('felt')).toHaveLength(1)
    for (const size of counterTabs) {
      await page.setViewportSize(size)
      await page.getByRole('option').first().click()
      await expect(button('Record Purchase'), JSON.stringify(size)).toBeInViewport({ ratio: 1 })
      await button('Back to search').click()
    }
    await page.setViewportSize(phone)
    // On a small phone held sideways, the last action is above the search, not beside it.
    await page.setViewportSize(sidewaysSmallPhone)
    const search = await page.getByRole('combobox', { name: 'Find a member' }).boundingBox()
    expect(search?.width).toBeGreaterThan(600)
    await page.setViewportSize(phone)
    await page.getByText('Counter Settings').click()
    await page.getByLabel('Vibration').click()
    await sell('4.30')
    expect(await noted('felt')).toHaveLength(1)

    await button('Scan').click()
    await expect.poll(() => noted('awake')).toEqual(['asked'])
    await button('Stop Scanning').click()
    await expect.poll(() => noted('awake')).toEqual(['asked', 'released'])
  },
)
