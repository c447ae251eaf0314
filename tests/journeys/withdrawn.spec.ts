/**
 * Rights that end while a device is away (docs/sync-protocol.md, "The end of a device"): the device
 * pushes its saved work, which waits for the owner, and deletes the business's rows.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import type { BadNetwork } from './support/bad-network.ts'
import { recordPurchase, signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn, signInAtDashboard, signInOnScreen } from './support/sign-in.ts'
import { expectKeptToast, expectToast, keepToasts } from './support/toast.ts'

let app: RunningApp
/** The network of the device whose person loses access. */
let network: BadNetwork
let page: Page
let owner: Page
let began: Date
test.use({ ...withoutWorker, viewport: desktop })
test.beforeEach(async ({ app: ofThisFile, network: fresh, page: ofTill, browser }) => {
  began = new Date()
  app = ofThisFile
  network = fresh
  page = ofTill
  owner = await browser.newPage(withoutWorker)
})
test.afterEach(async () => {
  await owner.close()
  await app.sql`update account set withdrawn_at = null, withdrawn_because = null, role = 'staff'
    where email = ${app.staff.email}`
})

async function beAwayWithWork(firstName: string, email: string) {
  await signInAtDashboard(page, network, app.staff)
  // An earlier sign-up makes this device's outbox known to the server.
  await signUpAtCounter(page, 'Before', `before-${email}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
  expect(await rowsKept()).not.toEqual([])
  network.mode = 'badGateway'
  await signUpAtCounter(page, firstName, email)
  await recordPurchase(page, '12.00')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^You’re offline\. 2 changes are saved on this device/)).toBeVisible()
}

async function actOnStaff(item: string, confirm: string) {
  await signIn(owner, app, app.owner, '/business-dashboard/staff')
  await owner.getByRole('button', { name: /^Actions for / }).click()
  await owner.getByRole('menuitem', { name: item }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
}

/** The owner's list shows what the server held when it was opened, or synced. */
async function expectHandedIn(operations: number) {
  const held = () =>
    app.sql`select from applied_operation
      where business_id = ${app.businessId} and status = 'parked' and received_at >= ${began}`
  await expect.poll(held).toHaveLength(operations)
}

/** The databases with a business's rows on this device. */
const rowsKept = () =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    return names.filter((name) => name !== 'regulars-device')
  })

/** The login link of the start page, or the login screen. */
const askedToSignIn = () =>
  page
    .getByRole('link', { name: 'Login' })
    .or(page.getByRole('heading', { name: 'Login', exact: true }))
    .first()

test('a removed cashier’s device pushes its offline work for the owner to decide', async ({
  pointsOf,
}) => {
  await beAwayWithWork('Orphan', 'orphan@example.com')
  await actOnStaff('Remove', 'Remove')
  await expectToast(owner, 'Theo Lindgren was removed')

  network.mode = 'well'
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectToast(
    page,
    'Your access was removed',
    'Unsynced changes on this device will be sent to the business owner for review.',
  )
  await expect(askedToSignIn()).toBeVisible()
  await expect.poll(rowsKept).toEqual([])

  await expectHandedIn(2)
  await owner.goto(`${app.url}/outbox`)
  await expect(owner.getByRole('heading', { name: 'Needs Your Review' })).toBeVisible()
  await expect(owner.getByText('Sign-up: Orphan Counter')).toBeVisible()
  const purchase = owner.getByRole('listitem').filter({ hasText: 'Purchase: $12.00' })
  await expect(purchase).toContainText('From a person or device that no longer has access.')
  expect(await pointsOf('orphan@example.com')).toEqual([])
  await owner.getByRole('button', { name: 'Approve All' }).click()
  await expectToast(owner, 'Approved', /^2 changes? reviewed/)
  await expect(owner.getByRole('heading', { name: 'Needs Your Review' })).toBeHidden()
  expect(await pointsOf('orphan@example.com')).toEqual([100, 12])
})

test(
  'closing an account with unsent work warns first, and the owner decides on that work',
  deep,
  async ({ pointsOf }) => {
    await keepToasts(page)
    await beAwayWithWork('Farewell', 'farewell@example.com')
    network.only = '/api/sync/push'
    network.mode = 'badGateway'
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByText('Photo, Emails, Security, and Your Data').click()
    await page.getByRole('button', { name: 'Deactivate Account' }).click()
    const question = page.getByRole('alertdialog', { name: 'Deactivate your account?' })
    await expect(question).toContainText('2 unsynced changes on this device will be encrypted')
    await question.getByRole('button', { name: 'Deactivate Account' }).click()
    // The app leaves this page soon after.
    await expectKeptToast(page, 'Account deactivated', 'Signing you out…')
    network.mode = 'well'
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(rowsKept).toEqual([])

    await signInOnScreen(page, network, app.owner)
    await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
    await page.goto(`${network.url}/outbox`)
    await expect(page.getByText('Sign-up: Farewell Counter')).toBeVisible()
    expect(await pointsOf('farewell@example.com')).toEqual([])
    await page.getByRole('button', { name: 'Approve All' }).click()
    await expectToast(page, 'Approved', /^2 changes? reviewed/)
    expect(await pointsOf('farewell@example.com')).toEqual([100, 12])
  },
)
