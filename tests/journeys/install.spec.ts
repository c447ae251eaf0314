/**
 * Installing: the app that the browser would install from each page, and the page that it then
 * opens.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { phone } from './support/device-browser.ts'
import { expect, test, wholeBrowser } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use(wholeBrowser)

/** The manifest as the browser reads it, and its reasons against installing. */
async function installOf(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const { url, data, errors } = await cdp.send('Page.getAppManifest')
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  await cdp.detach()
  return {
    url,
    manifest: JSON.parse(data ?? '{}') as Record<string, unknown>,
    errors: [
      ...errors.map(({ message }) => message),
      // A test's browser is a private window, which can't install sites.
      ...installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
    ],
  }
}

const link = (page: Page) => page.locator('link[rel="manifest"]')

/** iPhones read the icon and the name from the page, not from the manifest. */
async function expectHomeScreenOf(page: Page, origin: string): Promise<void> {
  const icon = page.locator('link[rel="apple-touch-icon"]')
  await expect(icon).toHaveAttribute('href', /\/api\/app-icon\/.+shape=apple/)
  const address = new URL((await icon.getAttribute('href')) ?? '', origin)
  expect((await page.request.get(address.href)).headers()['content-type']).toBe('image/png')
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute(
    'content',
    'Lantern House Café',
  )
  await expect(page).toHaveTitle(/Lantern House Café/)
}

test(
  'a stranger installs the product, staff their business’s counter',
  deep,
  async ({ app, browser }) => {
    const context = await browser.newContext({ viewport: phone })
    const page = await context.newPage()
    await page.goto(`${app.url}/login`)
    const product = await installOf(page)
    expect(product.errors).toEqual([])
    expect(product.manifest).toMatchObject({ name: 'Regulars', id: '/' })
    for (const { src } of product.manifest.icons as { src: string }[]) {
      expect((await page.request.get(app.url + src)).status()).toBe(200)
    }
    for (const { src } of product.manifest.screenshots as { src: string }[]) {
      expect((await page.request.get(app.url + src)).status()).toBe(200)
    }

    await signIn(page, app, app.staff)
    await expect(link(page)).toHaveAttribute('href', /\/api\/business\/.+\/app-manifest$/)
    const counter = await installOf(page)
    expect(counter.errors).toEqual([])
    expect(counter.manifest).toMatchObject({
      name: 'Lantern House Café',
      start_url: '/counter',
    })
    for (const { url } of counter.manifest.shortcuts as { url: string }[]) {
      await page.goto(app.url + url)
      const opened = url.includes('scan') ? /scan/i : /new member/i
      await expect(page.getByRole('heading', { name: opened })).toBeVisible()
    }
    await context.close()
  },
)

test(
  'a member installs their card, and a shared QR link opens its sign-up page',
  deep,
  async ({ app, browser }) => {
    const context = await browser.newContext({ viewport: phone })
    const page = await context.newPage()
    await page.goto(app.signUpUrl)
    await expectHomeScreenOf(page, app.url)
    await appTakenOver(page)
    await expectHomeScreenOf(page, app.url)
    await page.getByLabel('First name').fill('Noor')
    await page.getByLabel('Last name').fill('Haddad')
    await page.getByLabel('Email').first().fill('noor@example.com')
    for (const box of await page.getByRole('checkbox', { name: /terms|privacy/i }).all()) {
      await box.check()
    }
    await page.getByRole('button', { name: /Join/ }).click()
    await page.getByRole('link', { name: /card/i }).first().click()
    await expect(link(page)).toHaveAttribute('href', /\/api\/customer\/.+\/app-manifest$/)
    await expectHomeScreenOf(page, app.url)
    const card = await installOf(page)
    expect(card.errors).toEqual([])
    expect(card.manifest).toMatchObject({
      name: 'Lantern House Café',
      start_url: new URL(page.url()).pathname,
    })

    // The worker serves an installed card's pages.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.goto(`${app.url}/customer-signup?shared=${encodeURIComponent(app.signUpUrl)}`)
    await expect(page).toHaveURL(/\/signup\/[A-Z2-9]{10}$/)
    await page.goto(
      `${app.url}/customer-signup?shared=${encodeURIComponent('https://example.net/x')}`,
    )
    await expect(page.getByText(/goes to another website/)).toBeVisible()
    await context.close()
  },
)

test(
  'a QR code of the owner’s opens the counter on another device, which says how to keep it',
  deep,
  async ({ app, browser }) => {
    const office = await browser.newContext({ serviceWorkers: 'block' })
    const tills = await office.newPage()
    await signIn(tills, app, app.owner, '/business-dashboard/tills')
    await tills.getByRole('button', { name: 'Set Up a Counter Device' }).click()
    await expect(tills.getByRole('img', { name: 'QR code that opens the counter' })).toBeVisible()
    const address = (await tills.getByText(/\/counter\?do=install$/).textContent()) ?? ''
    await office.close()

    const context = await browser.newContext({ viewport: phone, serviceWorkers: 'block' })
    const page = await context.newPage()
    await signIn(page, app, app.staff, new URL(address).pathname + new URL(address).search)
    // Without a service worker this browser offers no installation, so the page says how to do it.
    await expect(page.getByText(/^To keep the counter on this device’s home screen/)).toBeVisible()
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(offer, { prompt: async () => ({ outcome: 'dismissed' }) })
      dispatchEvent(offer)
    })
    const offered = page.getByRole('heading', { name: 'Add the counter to your home screen' })
    await expect(offered).toBeVisible()
    await page.getByRole('button', { name: 'Add to Home Screen' }).click()
    await expect(offered).toBeHidden()
    // Once declined, the page never offers again, whatever the browser prompts.
    await page.reload()
    await page.getByRole('option').first().waitFor()
    await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
    await expect(offered).toBeHidden()
    await context.close()
  },
)
