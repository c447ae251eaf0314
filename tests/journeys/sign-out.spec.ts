/**
 * Signing out with unsent work: the next person on the same device sees none of the first person's
 * data and sends nothing in their name.
 */
import type { Page } from '@playwright/test'
import type { RunningApp, SignIn } from './support/app.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { holdAnswers } from './support/hold-answers.ts'
import { expect, test } from './support/journey.ts'
import { signIn, signInOnScreen } from './support/sign-in.ts'
import { storedText } from './support/stored-text.ts'

let app: RunningApp
let page: Page
test.use({ viewport: desktop })
test.beforeEach(({ app: ofThisFile, page: fresh }) => {
  app = ofThisFile
  page = fresh
})

/** Signs in and waits until the device is synced and opens without the server. */
async function beAtWork(person: SignIn) {
  await signIn(page, app, person, '/business-dashboard')
  await beReady()
}

/** The same on a device that another person has used, whose data it may still hold. */
async function signInHere(person: SignIn) {
  await signInOnScreen(page, app, person)
  await page.goto(`${app.url}/business-dashboard`)
  await beReady()
}

async function beReady() {
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
}

const signOut = () => page.getByRole('button', { name: 'Sign Out', exact: true }).click()

async function accountIdOf({ email }: SignIn): Promise<string> {
  const [account] = await app.sql<{ id: string }[]>`select id from account where email = ${email}`
  if (!account) throw new Error(`${email} has no account`)
  return account.id
}

/** A customer's ledger entries and the accounts that asked for them. */
const entriesOf = (email: string) =>
  app.sql<{ points: number; by: string }[]>`select e.points, a.email as by from points_entry e
    join customer c on c.business_id = e.business_id and c.id = e.member_id
    join applied_operation o on o.business_id = e.business_id and o.operation_id = e.operation_id
    join account a on a.id = o.account_id
    where c.business_id = ${app.businessId} and c.email = ${email}
    order by e.created_at, e.points desc`

const databaseNames = () =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))

test('signing out anyway leaves nothing readable, and the next sign-in here hands the work over', async () => {
  await beAtWork(app.staff)
  const staffId = await accountIdOf(app.staff)
  expect((await databaseNames()).some((name) => name.includes(staffId))).toBe(true)
  await app.kill()
  await signUpAtCounter(page, 'Leaving', 'leaving@example.com')
  await page.keyboard.press('Escape')
  await signOut()
  const sayGoodbye = await holdAnswers(page, '**/api/auth/logout')
  const goodbye = page.waitForRequest('**/api/auth/logout')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out Anyway' }).click()
  await goodbye
  // The device's data is deleted by now, and the page still open: it shows neither "expired" nor
  // "synced".
  await expect(page.getByText('Signing out…')).toBeVisible()
  await expect(page.getByText('Your session expired')).toHaveCount(0)
  sayGoodbye()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect((await databaseNames()).filter((name) => name.includes(staffId))).toEqual([])
  expect(await storedText(page)).not.toContain('leaving@example.com')

  await app.start()
  const handOver = await holdAnswers(page, '**/api/sync/sealed')
  await signInOnScreen(page, app, app.owner)
  await page.goto(`${app.url}/business-dashboard`)
  // The previous person's encrypted work counts as unsent for the next one, too.
  await page.getByRole('link', { name: '1 to sync' }).click()
  await expect(page.getByText('1 encrypted change from someone who signed out')).toBeVisible()
  await expect(page.getByText('Nothing else is waiting.')).toBeVisible()
  await expect(page.getByText('Everything is synced')).toHaveCount(0)
  handOver()
  await expect(page.getByText('You’re all caught up. Everything is synced.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
  expect(await entriesOf('leaving@example.com')).toEqual([{ points: 100, by: app.staff.email }])
})

test('another person on the same device sees no data of the first and sends nothing in their name', async () => {
  await beAtWork(app.owner)
  const ownerId = await accountIdOf(app.owner)
  await app.sql`update session set ended_at = now() where account_id = ${ownerId}`
  await signUpAtCounter(page, 'Private', 'private@example.com')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Your session expired/)).toBeVisible()

  await signInHere(app.staff)
  await expect(page.getByRole('cell', { name: /•••@example.com/ }).first()).toBeVisible()
  await page.getByLabel('Search customers').fill('Private')
  await expect(page.getByText('Private Counter')).toHaveCount(0)
  await page.getByRole('link', { name: 'All synced' }).click()
  await expect(
    page.getByText('You’re all caught up. Everything is synced.', { exact: true }),
  ).toBeVisible()
  expect(await entriesOf('private@example.com')).toEqual([])
  await signOut()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()

  await signInHere(app.owner)
  expect(await entriesOf('private@example.com')).toEqual([{ points: 100, by: app.owner.email }])
})

test('signing out in one tab signs out the other and deletes the user’s databases', async () => {
  await beAtWork(app.owner)
  const ownerId = await accountIdOf(app.owner)
  const other = await page.context().newPage()
  await other.goto(`${app.url}/business-dashboard`)
  await expect(other.getByRole('cell', { name: /@example.com/ }).first()).toBeVisible()
  await signOut()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await other.waitForURL((url) => url.pathname === '/login')
  await expect(other.getByText(/@example.com/)).toHaveCount(0)
  await expect
    .poll(async () => (await databaseNames()).filter((name) => name.includes(ownerId)))
    .toEqual([])
})
