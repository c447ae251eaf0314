/**
 * A member's card: the business's three colors, and a reward that is redeemed without a network and
 * becomes a coupon.
 */
import type { Locator, Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { narrowest, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { join } from './support/member.ts'

test.use({ viewport: phone })

const colors = ['#0F766E', '#1D4ED8', '#9D174D'] as const

async function askFor(page: Page, reward: string) {
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: reward }) })
  await row.getByRole('button', { name: 'Redeem' }).click()
  await page
    .getByRole('dialog', { name: `Redeem ${reward}?` })
    .getByRole('button', { name: 'Redeem' })
    .click()
  return page.getByRole('dialog', { name: reward, exact: true })
}

const balance = (page: Page) =>
  page.getByText('Points Balance', { exact: true }).locator('xpath=following-sibling::p[1]')

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

/** @returns the distance of the part's top from the page's, in px */
const topOf = (part: Locator) =>
  part.evaluate((element) => element.getBoundingClientRect().top + scrollY)

for (const { locale, history, install, share } of [
  {
    locale: 'en-US',
    history: 'Point History',
    install: 'Add to Home Screen',
    share: 'Tap the Share button in Safari',
  },
  {
    locale: 'es-MX',
    history: 'Historial de puntos',
    install: 'Agregar a inicio',
    share: 'Toca el botón Compartir en Safari',
  },
]) {
  test(`below its code, the ${locale} card leads to the history and the home screen`, async ({
    app,
    browser,
  }) => {
    const email = `shortcuts-${locale}@example.com`
    const address = `${app.url}/customer/${await join(app, { firstName: 'Delphine', email })}`
    async function openCard(userAgent?: string) {
      const context = await browser.newContext({
        ...withoutWorker,
        locale,
        viewport: phone,
        hasTouch: true,
        ...(userAgent && { userAgent }),
      })
      const page = await context.newPage()
      await page.goto(address)
      await page.getByRole('link', { name: history }).waitFor()
      return page
    }

    const page = await openCard()
    const toHistory = page.getByRole('link', { name: history })
    const toInstall = page.getByRole('link', { name: install })
    const offer = page.getByRole('button', { name: install })
    // This browser offers no installation yet.
    await expect(page.getByText(install, { exact: true })).toHaveCount(0)
    const codeEnd = await page.getByRole('article').evaluate((card) => card.clientHeight)
    expect(await topOf(toHistory)).toBeLessThan(codeEnd + 60)
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(offer, { prompt: async () => ({ outcome: 'accepted' }) })
      dispatchEvent(offer)
    })
    await expect(toInstall).toBeVisible()
    expect(await topOf(toInstall)).toBe(await topOf(toHistory))
    for (const target of [toHistory, toInstall]) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    const heading = page.getByRole('heading', { name: history })
    await expect(heading).not.toBeInViewport()
    await expect(offer).not.toBeInViewport()
    await toHistory.tap()
    await expect(heading).toBeInViewport({ ratio: 1 })
    await toInstall.tap()
    await expect(offer).toBeInViewport({ ratio: 1 })
    await offer.tap()
    await expect(page.getByText(install, { exact: true })).toHaveCount(0)
    await page.context().close()

    const safari = await openCard(iPhone)
    const step = safari.getByText(share)
    await expect(step).not.toBeInViewport()
    await safari.getByRole('link', { name: install }).tap()
    await expect(step).toBeInViewport({ ratio: 1 })
    await safari.context().close()
  })
}

test('shows the card in the business’s colors', async ({ app, page }) => {
  await app.sql`update business set primary_color = ${colors[0]}, secondary_color = ${colors[1]},
    accent_color = ${colors[2]} where id = ${app.businessId}`
  await page.goto(
    `${app.url}/customer/${await join(app, { firstName: 'Delphine', email: 'delphine@example.com' })}`,
  )
  await expect(balance(page)).toHaveText('100')
  const card = page.getByRole('article').locator('> div').first()
  await expect(card).toHaveCSS('background-image', /rgb\(15, 118, 110\).*rgb\(29, 78, 216\)/)
  await expect(card).toHaveCSS('border-top-color', 'rgb(157, 23, 77)')
  await expect(page.getByText('$3.20 OFF')).toHaveCSS('color', 'rgb(157, 23, 77)')
})

test('reserves the points offline and shows the coupon once the phone is online', async ({
  app,
  page,
}) => {
  await page.goto(
    `${app.url}/customer/${await join(app, { firstName: 'Evander', email: 'evander@example.com' })}`,
  )
  await expect(balance(page)).toHaveText('100')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.kill()
  const outcome = await askFor(page, 'Free espresso')
  await expect(outcome.getByText(/^Saved on this phone\. Your coupon will appear/)).toBeVisible()
  await outcome.getByRole('button', { name: 'Done' }).click()
  await expect(balance(page)).toHaveText('40')
  await expect(page.getByText('60 points reserved for your reward')).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^You’re offline\. Last updated/)).toBeVisible()
  await expect(page.getByText('60 points reserved for your reward')).toBeVisible()
  await expect(balance(page)).toHaveText('40')
  await app.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const coupon = page.getByRole('listitem').filter({ hasText: 'Free espresso' })
  await expect(coupon.filter({ hasText: /[A-Z2-9]{4}-[A-Z2-9]{4}-/ })).toBeVisible()
  await expect(page.getByText('60 points reserved for your reward')).toHaveCount(0)
  await expect(balance(page)).toHaveText('40')
})

test.describe(() => {
  test.use(withoutWorker)

  test(
    'at twice the text size, a narrow phone neither cuts text off nor breaks names into single letters',
    deep,
    async ({ app, page }) => {
      await page.setViewportSize(narrowest)
      const key = await join(app, { firstName: 'Fiammetta', email: 'fiammetta@example.com' })
      for (const [address, last] of [
        [app.signUpUrl, page.getByRole('list', { name: 'Rewards' })],
        [`${app.url}/customer/${key}`, page.getByText(/^Loyalty Member Since/)],
      ] as const) {
        await page.goto(address)
        await page.addStyleTag({ content: 'html { font-size: 200% }' })
        await expect(last).toBeVisible()
        const outside = await page
          .locator('main :is(p, h1, h2, h3, button, svg, span)')
          .evaluateAll((all) =>
            all
              .filter((each) => each.getBoundingClientRect().right > window.innerWidth)
              .map((each) => each.textContent),
          )
        expect(outside).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        )
        expect(overflow).toBe(0)
      }
      const names = page.locator('li :is(h3, p.font-medium)')
      await expect(names.first()).toBeVisible()
      const narrow = await names.evaluateAll((all) =>
        all
          .filter(
            (each) => each.clientWidth < 4 * Number.parseFloat(getComputedStyle(each).fontSize),
          )
          .map((each) => each.textContent),
      )
      expect(narrow).toEqual([])
    },
  )
})
