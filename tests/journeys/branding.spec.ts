/** White label: the editor of a business's name, colors and logo. */
import sharp from 'sharp'
import { deep } from '#tests/support/level.ts'
import { expectAccessible } from './support/accessible.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { desktop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { fillJoinForm } from './support/member.ts'
import { signIn } from './support/sign-in.ts'
import { expectKeptToast, keepToasts } from './support/toast.ts'

test.use({ ...withoutWorker, viewport: desktop })

test(
  'name, colors and logo are saved, and the sign-up page follows',
  deep,
  async ({ app, page, browser }) => {
    await keepToasts(page)
    await signIn(page, app, app.owner)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Branding', exact: true }).click()
    const save = page.getByRole('button', { name: 'Save Branding' })
    await expect(save).toBeDisabled()

    await page.getByLabel('Business name').fill('Harbor House')
    await page.getByLabel('Primary color as a hex code').fill('#123456')
    await page.getByLabel('Secondary color as a hex code').fill('#223344')
    await page.getByLabel('Accent color as a hex code').fill('#00AA55')
    await save.click()
    await expectKeptToast(page, 'Branding saved')
    await expect(save).toBeDisabled()

    const buffer = await sharp({
      create: { width: 900, height: 300, channels: 3, background: '#c0392b' },
    })
      .png()
      .toBuffer()
    const wrong = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload Logo' }).click()
    const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
    await (await wrong).setFiles(svg)
    await expectKeptToast(page, 'Choose a PNG, JPEG, or WebP photo.')
    const damaged = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload Logo' }).click()
    const half = { name: 'logo.png', mimeType: 'image/png', buffer: buffer.subarray(0, 300) }
    await (await damaged).setFiles(half)
    await expectKeptToast(page, /We can’t read this file\./)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload Logo' }).click()
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await expectKeptToast(page, 'Logo saved')

    const visitor = await browser.newContext({ viewport: phone })
    const joinPage = await visitor.newPage()
    await joinPage.goto(app.signUpUrl)
    const header = joinPage.locator('header')
    await expect(header.getByText('Harbor House')).toBeVisible()
    await expect(joinPage.getByRole('button', { name: /^Join/ })).toHaveCSS(
      'background-color',
      'rgb(18, 52, 86)',
    )
    await expect(header).toHaveCSS('border-top-color', 'rgb(0, 170, 85)')
    const logo = header.locator('img')
    await expect
      .poll(() => logo.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
      .toEqual([900, 300])
    await expectAccessible(joinPage)

    // A name of one long word wraps and leaves room for the logo.
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
    await page.getByLabel('Business name').fill(long)
    await save.click()
    await expect(save).toBeDisabled()
    await joinPage.reload()
    await appTakenOver(joinPage)
    await expect(header.getByText(long)).toBeVisible()
    await expect.poll(async () => (await logo.boundingBox())?.width).toBe(40)
    await fillJoinForm(joinPage, 'Ottilie Marchbanks', 'ottilie.marchbanks@example.com')
    await joinPage.getByRole('button', { name: /^Join/ }).click()
    await expect(joinPage.getByRole('heading', { name: 'Welcome, Ottilie' })).toBeVisible()
    expect(await joinPage.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    await joinPage.goto(app.signUpUrl)

    await page.reload()
    await page.getByLabel('Business name').fill('Harbor House')
    await save.click()
    await page.getByRole('button', { name: 'Remove Logo' }).click()
    await expectKeptToast(page, 'Logo removed')
    await joinPage.reload()
    await expect(header.getByText('Harbor House')).toBeVisible()
    await expect(header.getByText('H', { exact: true })).toBeVisible()
    await expect(logo).toHaveCount(0)
    await visitor.close()

    // The owner's screens have them in the logo alone.
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'More' }).click()
    const primaryOf = (element: HTMLElement | SVGElement) =>
      getComputedStyle(element).getPropertyValue('--brand-primary')
    const menu = page.getByRole('dialog')
    expect(await menu.evaluate(primaryOf)).not.toBe('#123456')
    expect(await menu.getByText('H', { exact: true }).first().evaluate(primaryOf)).toBe('#123456')
  },
)
