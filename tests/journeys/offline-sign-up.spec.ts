/**
 * A sign-up without a network: the server is down, the page opens from a cold start, the sign-up is
 * saved, the browser is killed, and the customer exists exactly once when the server is back.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { type DeviceBrowser, desktop, phone, startDeviceBrowser } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { lookUpKept } from './support/look-up-kept.ts'
import { fillJoinForm } from './support/member.ts'
import { actAsOlderSafari } from './support/older-safari.ts'
import { signIn } from './support/sign-in.ts'

let pocket: DeviceBrowser
test.beforeEach(async () => {
  pocket = await startDeviceBrowser(phone)
})
test.afterEach(() => pocket.close())

test('a sign-up with no server survives a killed browser and arrives once', async ({
  app,
  browser,
}) => {
  const seen = await pocket.open(app.signUpUrl)
  await expect(seen.getByRole('heading', { name: 'Join Our Loyalty Program' })).toBeVisible()
  await lookUpKept(seen)
  await pocket.kill()
  await app.kill()

  await pocket.reopen()
  const page = await pocket.open(app.signUpUrl)
  await expect(page.getByRole('heading', { name: 'Join Our Loyalty Program' })).toBeVisible()
  await fillJoinForm(page, 'Wilhelmina Ashdown', 'wilhelmina@example.com')
  await page.getByRole('button', { name: /^Join/ }).click()
  await expect(page.getByText('Saved on this phone').first()).toBeVisible()
  await pocket.kill()

  await pocket.reopen()
  const again = await pocket.open(app.signUpUrl)
  await expect(again.getByText(/Wilhelmina|Saved on this phone/).first()).toBeVisible()
  await app.start()
  const theirs = again.getByRole('listitem').filter({ hasText: 'Wilhelmina Ashdown' })
  await expect(theirs.getByText('Synced')).toBeVisible({ timeout: 45_000 })
  await expect(theirs.getByRole('link', { name: 'Open Card' })).toBeVisible()

  const count = async () =>
    (
      await app.sql<{ welcomes: string }[]>`select (select count(*) from points_entry e
          where e.business_id = c.business_id and e.member_id = c.id and e.reason = 'welcome')
          as welcomes from customer c
        where business_id = ${app.businessId} and email = 'wilhelmina@example.com'`
    ).map((row) => Number(row.welcomes))
  await expect.poll(count, { timeout: 45_000 }).toEqual([1])

  const office = await browser.newContext({ ...withoutWorker, viewport: desktop })
  const owner = await office.newPage()
  await signIn(owner, app, app.owner)
  await expect(owner.getByText('wilhelmina@example.com')).toHaveCount(1)
  await office.close()
})

test(
  'opens the new member’s card offline at once and says that the sign-up is pending, with only the APIs of Safari 16.4',
  deep,
  async ({ app, pointsOf }) => {
    const errors = await actAsOlderSafari(pocket.context)
    const page = await pocket.open(app.signUpUrl)
    await lookUpKept(page)
    await app.kill()
    await page.reload()
    await fillJoinForm(page, 'Barnaby Quill', 'barnaby@example.com')
    await page.getByRole('button', { name: /^Join/ }).click()
    await expect(page.getByText('Saved on this phone').first()).toBeVisible()
    await page
      .getByRole('link', { name: /page|card/i })
      .first()
      .click()
    await expect(page).toHaveURL(/\/customer\/[0-9a-f-]{36}$/)
    await expect(page.getByText(/Welcome back/).locator('..')).toContainText('Barnaby')
    await expect(page.getByText(/coming|waiting/i).first()).toBeVisible()
    const address = page.url()
    await page.close()
    const cold = await pocket.open(address)
    await expect(cold.getByText(/Welcome back/).locator('..')).toContainText('Barnaby')
    await app.start()
    await cold.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => pointsOf('barnaby@example.com')).toEqual([100])
    expect(await cold.evaluate(() => 'any' in AbortSignal || 'canParse' in URL)).toBe(false)
    expect(errors).toEqual([])
  },
)

/** Breaks storage under an open page, as iOS does when it ends the storage process. */
async function takeStorageAway(page: Page) {
  await page.evaluate(() => {
    const lost = () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    }
    IDBDatabase.prototype.transaction = lost
    // Dexie keeps the function above for databases that it has opened.
    IDBTransaction.prototype.objectStore = lost
  })
}

async function signUpAs(page: Page, firstName: string) {
  await fillJoinForm(page, `${firstName} Marsh`, `${firstName.toLowerCase()}@example.com`)
  await page.getByRole('button', { name: /^Join/ }).click()
}

test('a page that lost its storage submits the form directly, or keeps the typed text across a reload', async ({
  app,
  pointsOf,
}) => {
  const page = await pocket.open(app.signUpUrl)
  await lookUpKept(page)
  await takeStorageAway(page)
  await signUpAs(page, 'Edwin')
  await expect.poll(() => pointsOf('edwin@example.com')).toHaveLength(1)
  await expect(page).not.toHaveURL(app.signUpUrl)

  await page.goto(app.signUpUrl)
  await appTakenOver(page)
  await expect(page.getByLabel('First name')).toBeVisible()
  await app.kill()
  await takeStorageAway(page)
  await signUpAs(page, 'Florence')
  const said = page.getByRole('form').getByRole('alert')
  await expect(said).toContainText('can’t reach the phone’s storage')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Florence')
  await expect(page.getByRole('checkbox', { name: /Privacy Policy/ })).toBeChecked()
  await page.getByRole('button', { name: /^Join/ }).click()
  await expect(page.getByText('Saved on this phone').first()).toBeVisible()
})
