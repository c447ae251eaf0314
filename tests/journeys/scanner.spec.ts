/**
 * The counter's scanner with a real video for the camera, and the ways around a camera that cannot
 * be used: another camera, a photo, the code typed by hand.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { phone, tablet } from './support/device-browser.ts'
import { photoOf, writeFilm } from './support/film.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

const search = (page: Page) => page.getByRole('combobox', { name: 'Find a member' })
const scan = (page: Page) => page.getByRole('button', { name: 'Scan', exact: true })

async function anyMember(app: RunningApp) {
  const [member] = await app.sql`select id, first_name || ' ' || last_name as name from customer
    where business_id = ${app.businessId} and erased_at is null order by id limit 1`
  if (!member) throw new Error('The demo has no members')
  return { name: String(member.name), url: `${app.url}/member/${member.id}` }
}

/** Chromium with cameras that show this film, or its test picture. */
const withCamera = (cameras: number, film?: string): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...chromiumSwitches,
      '--use-fake-ui-for-media-stream',
      `--use-fake-device-for-media-stream=device-count=${cameras}`,
      ...(film ? [`--use-file-for-fake-video-capture=${film}`] : []),
    ],
  })

test(
  'a video opens the member by their code, and another site’s code only gets a message',
  deep,
  async ({ app }) => {
    const member = await anyMember(app)
    const folder = mkdtempSync(join(tmpdir(), 'regulars-film-'))
    const film = join(folder, 'counter.mjpeg')
    await writeFilm(film, ['https://elsewhere.example/member/1', member.url])
    const browser = await withCamera(1, film)
    try {
      const page = await browser.newPage({
        ...withoutWorker,
        viewport: tablet,
      })
      await signIn(page, app, app.staff)
      await search(page).waitFor()
      const opened = page.getByRole('region', { name: member.name, exact: true })
      const elsewhere = page.getByText('leads to another site')
      // The video may start with either code. The other site's code gets a message and opens
      // nothing.
      await expect(async () => {
        await scan(page).click()
        await expect(elsewhere.or(opened)).toBeVisible()
        const isAnswered = await elsewhere.isVisible()
        await expect(opened).toBeVisible()
        await page.getByRole('button', { name: 'Back to search' }).click()
        expect(isAnswered).toBe(true)
      }).toPass()
      expect(new URL(page.url()).origin).toBe(app.url)
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test('offers the camera’s light and a choice between cameras', deep, async ({ app }) => {
  const browser = await withCamera(2)
  try {
    const page = await browser.newPage({
      ...withoutWorker,
      viewport: phone,
    })
    // The fake camera has no light: gives it one and records the constraints applied to it.
    await page.addInitScript(() => {
      const { prototype } = MediaStreamTrack
      const { getCapabilities } = prototype
      prototype.getCapabilities = function () {
        return { ...getCapabilities.call(this), torch: true } as MediaTrackCapabilities
      }
      prototype.applyConstraints = async (asked) => {
        Object.assign(window, { asked: JSON.stringify(asked) })
      }
    })
    const asked = () => page.evaluate(() => (window as unknown as { asked: string }).asked)
    const isRunning = () =>
      page.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth > 0)
    await signIn(page, app, app.staff)
    await search(page).waitFor()
    await scan(page).click()
    const light = page.getByRole('button', { name: 'Light' })
    await light.click()
    expect(await asked()).toContain('"torch":true')
    await expect(light).toHaveAttribute('aria-pressed', 'true')
    const camera = page.getByRole('combobox', { name: 'Camera' })
    const other = camera.getByRole('option').nth(1)
    const id = (await other.getAttribute('value')) ?? ''
    await camera.selectOption(id)
    await expect(camera).toHaveValue(id)
    await expect.poll(isRunning).toBe(true)
    // The other camera's light is off.
    await expect(light).toHaveAttribute('aria-pressed', 'false')
    await page.reload()
    await scan(page).click()
    await expect(camera).toHaveValue(id)
  } finally {
    await browser.close()
  }
})

test(
  'says that the camera is denied or in use, and accepts a photo or a typed code instead',
  deep,
  async ({ app, page }) => {
    const member = await anyMember(app)
    const refuseCamera = (name: string) =>
      page.evaluate((why) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', why))
      }, name)
    const photo = async (text: string) => ({
      name: 'code.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoOf(text),
    })
    await signIn(page, app, app.staff)
    await search(page).waitFor()
    await refuseCamera('NotReadableError')
    await scan(page).click()
    await expect(page.getByText('The camera is in use by another app')).toBeVisible()
    await page.getByRole('button', { name: 'Stop Scanning' }).click()

    await refuseCamera('NotAllowedError')
    await scan(page).click()
    await expect(page.getByText('Camera access denied')).toBeVisible()
    const chooser = page.getByLabel('Choose a Photo')
    await chooser.setInputFiles({
      name: 'torn.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('torn'),
    })
    await expect(page.getByText('We found no QR code in this photo')).toBeVisible()
    await chooser.setInputFiles(await photo('https://elsewhere.example/member/1'))
    await expect(page.getByText('leads to another site')).toBeVisible()
    await chooser.setInputFiles(await photo(member.url))
    await expect(page.getByRole('region', { name: member.name, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Back to search' }).click()

    await scan(page).click()
    await page.getByRole('textbox', { name: 'Or type a coupon code' }).fill('ABCD-EFGH')
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await expect(page.getByText('isn’t one of our codes')).toBeVisible()
  },
)
