/**
 * The browser is killed right after the screen said that work is saved, during its push and during
 * its pull; the server and the database are killed in the middle of a push. Nothing is lost and
 * nothing counts twice.
 */
import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { deep } from '#tests/support/level.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { type BadNetwork, startBadNetwork } from './support/bad-network.ts'
import { openCustomer, recordPurchase, signUpAtCounter } from './support/counter.ts'
import { type DeviceBrowser, desktop, startDeviceBrowser } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

let app: RunningApp
let network: BadNetwork
let till: DeviceBrowser
let page: Page
test.beforeAll(async () => {
  app = await startApp()
  network = await startBadNetwork(app.url)
  till = await startDeviceBrowser(desktop)
  page = await till.open()
  await signIn(page, network, app.owner)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await till.kill()
  await till.reopen()
})
/** Each test has its own customer, so none depends on an earlier one. */
let customers = 0
let name: string
let email: string
test.beforeEach(async () => {
  customers += 1
  name = `Mortal${'abcdefgh'[customers]}`
  email = `${name.toLowerCase()}@example.com`
  page = await till.open(`${network.url}/`)
  await signUpAtCounter(page, name, email)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
  await openCustomer(page, name)
})
test.afterEach(async () => {
  network.mode = 'well'
  network.only = '/api'
  await page.close()
})
test.afterAll(async () => {
  await till.close()
  await network.close()
  await app.close()
})

/** The database's purchases: each amount in cents, and the points it earned. */
const books = async () =>
  (
    await app.sql<{ line: string }[]>`select p.amount_cents || ' cents, ' ||
        (select sum(e.points) from points_entry e where e.operation_id = o.operation_id) ||
        ' points' as line
      from purchase p
      join customer c on c.business_id = p.business_id and c.id = p.member_id
      join applied_operation o on o.business_id = p.business_id and o.subject_id = p.id
      where c.business_id = ${app.businessId} and c.email = ${email} order by p.amount_cents`
  ).map(({ line }) => line)

/** A push that has begun and is blocked: its transaction waits for the business's version row. */
const holdPush = (
  start: () => Promise<unknown>,
  meanwhile: (pid: number, sql: postgres.TransactionSql) => PromiseLike<unknown>,
) =>
  app.sql.begin(async (holding) => {
    await holding`select 1 from business_version for update`
    await start()
    const waiting = () => holding<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(1)
    const [push] = await waiting()
    await meanwhile(push?.pid ?? 0, holding)
  })

async function killAndReopen() {
  await till.kill()
  network.mode = 'well'
  await till.reopen()
  page = await till.open(`${network.url}/`)
}

async function expectAllSent(line: string) {
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible({ timeout: 30_000 })
  expect(await books()).toEqual([line])
  await openCustomer(page, name)
  const purchases = page.getByRole('dialog').getByRole('listitem')
  await expect(purchases).toHaveCount(1)
}

test('keeps work if the browser is killed right after saving, without a server', async () => {
  await app.kill()
  await recordPurchase(page, '1.00')
  await killAndReopen()
  await expect(page.getByRole('link', { name: '1 to sync' })).toBeVisible()
  await app.start()
  await expectAllSent('100 cents, 1 points')
})

test('keeps work if the browser is killed before its push arrives', deep, async () => {
  network.only = '/api/sync/push'
  network.mode = 'silence'
  const touched = network.touched()
  await recordPurchase(page, '2.00')
  await touched
  await killAndReopen()
  await expectAllSent('200 cents, 2 points')
})

test('counts work once if the browser is killed before the answer to its push arrives', async () => {
  network.only = '/api/sync/push'
  network.mode = 'holdAnswers'
  await recordPurchase(page, '3.00')
  await expect.poll(books).toHaveLength(1)
  await killAndReopen()
  await expectAllSent('300 cents, 3 points')
})

test('counts work once if the browser is killed while it pulls', deep, async () => {
  await recordPurchase(page, '4.00')
  await expect.poll(books).toHaveLength(1)
  network.only = '/api/sync/pull'
  network.mode = 'holdAnswers'
  const touched = network.touched()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await touched
  await killAndReopen()
  await expectAllSent('400 cents, 4 points')
})

test('the server dies before it has committed a push', deep, async () => {
  await holdPush(
    () => recordPurchase(page, '5.00'),
    () => app.kill(),
  )
  expect(await books()).toEqual([])
  await app.start()
  await page.keyboard.press('Escape')
  await expectAllSent('500 cents, 5 points')
})

test('the server dies after it has committed a push and before it has answered', deep, async () => {
  network.only = '/api/sync/push'
  network.mode = 'loseAnswers'
  await recordPurchase(page, '6.00')
  await expect.poll(books).toHaveLength(1)
  await app.kill()
  network.mode = 'well'
  await app.start()
  await page.keyboard.press('Escape')
  await expectAllSent('600 cents, 6 points')
})

test('the database ends the connection in the middle of a push', deep, async () => {
  await holdPush(
    () => recordPurchase(page, '7.00'),
    (pid, sql) => sql`select pg_terminate_backend(${pid})`,
  )
  await page.keyboard.press('Escape')
  await expectAllSent('700 cents, 7 points')
})
