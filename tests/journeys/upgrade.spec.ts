/**
 * The previous release, with data, a till and a phone with unsent work and their service workers,
 * is replaced by this one over the same database: all work arrives once, and no page reloads under
 * a cashier.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import postgres from 'postgres'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { deep } from '#tests/support/level.ts'
import { testSessionSecret } from '#tests/support/run.ts'
import { signInOf } from './support/app.ts'
import { openCustomer, recordPurchase, signUpAtCounter } from './support/counter.ts'
import { desktop, phone } from './support/device-browser.ts'
import { lookUpKept } from './support/look-up-kept.ts'
import { fillJoinForm } from './support/member.ts'
import { buildPreviousRelease, type Checkout } from './support/previous-release.ts'
import { makeProduct, type Product } from './support/product.ts'
import { signIn } from './support/sign-in.ts'
import { readTakeovers, untouched, watchTakeovers } from './support/takeover.ts'

let previous: Checkout
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let dataDir: string
let product: Product
test.beforeAll(async () => {
  previous = buildPreviousRelease()
  // Nothing is in it: the previous release creates its own tables.
  database = await createEmptyDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'regulars-upgrade-'))
  product = await makeProduct({ DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir })
})
test.afterAll(async () => {
  await product?.kill()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
  previous?.remove()
})

const allSynced = (page: Page) =>
  expect(page.getByRole('link', { name: 'All synced' })).toBeVisible({ timeout: 60_000 })

async function pointsOf(email: string): Promise<number[]> {
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  const entries = await sql<{ points: number }[]>`
    select e.points from points_entry e
    join customer c on c.business_id = e.business_id and c.id = e.member_id
    where c.email = ${email} order by e.points desc, e.id`
  await sql.end()
  return entries.map(({ points }) => points)
}

async function joinOnPhone(page: Page, firstName: string, email: string): Promise<void> {
  await fillJoinForm(page, `${firstName} Ashdown`, email)
  await page.getByRole('button', { name: /^Join/ }).click()
  await expect(page.getByText('Saved on this phone').first()).toBeVisible()
}

test('keeps data and unsent work of the previous release', deep, async ({ browser }) => {
  await product.start({}, previous.folder)
  const printed = product.printed()
  const [signUpUrl = ''] = /http:\S+\/customer-signup\/\S+/.exec(printed) ?? []
  const pocket = await (await browser.newContext({ viewport: phone })).newPage()
  await pocket.goto(signUpUrl)
  await lookUpKept(pocket)
  const till = await (await browser.newContext({ viewport: desktop })).newPage()
  await signIn(till, product, signInOf(printed, 'Staff'), '/business-dashboard')
  await till.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await signUpAtCounter(till, 'Sent', 'sent@example.com')
  await recordPurchase(till, '12.00')
  await allSynced(till)
  expect(await pointsOf('sent@example.com')).toEqual([100, 12])

  await product.stop()
  await recordPurchase(till, '7.00')
  await till.keyboard.press('Escape')
  await signUpAtCounter(till, 'Unsent', 'unsent@example.com')
  await recordPurchase(till, '3.00')
  await joinOnPhone(pocket, 'Wilhelmina', 'wilhelmina@example.com')

  // The older app sends to the newer server, and stays until a person presses Update.
  await till.getByLabel('Amount').fill('5.00')
  await watchTakeovers(till)
  await product.start()
  await expect.poll(() => pointsOf('unsent@example.com'), { timeout: 90_000 }).toEqual([100, 3])
  await allSynced(till)
  expect(await pointsOf('sent@example.com')).toEqual([100, 12, 7])
  await till.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect(till.getByText('New version available')).toBeVisible()
  expect(await readTakeovers(till)).toEqual(untouched)
  await expect(till.getByLabel('Amount')).toHaveValue('5.00')

  // The newer app shows and sends the work that the older one stored offline.
  await till.context().setOffline(true)
  await recordPurchase(till, '5.00')
  await till.keyboard.press('Escape')
  // The browser may postpone a self-updating worker until the older one is idle.
  expect(await readTakeovers(till)).toEqual(untouched)
  const reloaded = till.waitForEvent('load')
  await till.getByRole('button', { name: 'Update', exact: true }).click()
  await reloaded
  expect(await readTakeovers(till)).toEqual({ takeovers: undefined, isNewerWaiting: false })
  await openCustomer(till, 'Unsent')
  await recordPurchase(till, '2.00')
  expect(await pointsOf('unsent@example.com')).toEqual([100, 3])
  await till.context().setOffline(false)
  await allSynced(till)
  expect(await pointsOf('unsent@example.com')).toEqual([100, 5, 3, 2])

  await pocket.reload()
  await expect.poll(() => pointsOf('wilhelmina@example.com'), { timeout: 90_000 }).toEqual([100])
  expect(verifyLedger()).toBe('The ledgers of 1 businesses add up.\n')
})

function verifyLedger(): string {
  const { PATH } = process.env
  const settings = { DATABASE_URL: database.ownerUrl, SESSION_SECRET: testSessionSecret }
  return execFileSync(process.execPath, ['scripts/regulars.js', 'verify-ledger'], {
    env: { PATH, NODE_ENV: 'test', DATA_DIR: dataDir, ...settings },
  }).toString()
}
