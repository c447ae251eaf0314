/**
 * A shared till: an owner enrolls it, people unlock it by PIN online and offline, and each sale
 * counts as its seller's. Once removed, it pushes its saved work and wipes itself.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { type BadNetwork, startBadNetwork } from './support/bad-network.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { fillJoinForm } from './support/member.ts'
import { signIn } from './support/sign-in.ts'
import { enroll, firstNameOf, locked, setPin, tillOfStaff } from './support/till.ts'

let app: RunningApp
let network: BadNetwork
test.beforeAll(async () => {
  app = await startApp()
  network = await startBadNetwork(app.url)
})
test.afterAll(async () => {
  await network.close()
  await app.close()
})

async function sell(till: Page, amount: string) {
  await till.getByRole('combobox', { name: 'Find a member' }).fill('')
  await till.getByRole('option').first().click()
  await till.getByLabel('Amount').fill(amount)
  await till.keyboard.press('Enter')
  await expect(till.getByText(new RegExp(`^\\$${amount} recorded`))).toBeVisible()
}

/** The accounts that recorded purchases of this amount, and the verdicts. */
const salesOf = (cents: number) =>
  app.sql<{ email: string; status: string }[]>`select a.email, o.status from applied_operation o
    join account a on a.id = o.account_id
    left join purchase p on p.business_id = o.business_id and p.id = o.subject_id
    where o.business_id = ${app.businessId} and o.name = 'purchase.record' and coalesce(p.amount_cents,
      round((o.payload->>'amount')::numeric * 100)) = ${cents}`

test('two people share a till, online and offline; a removed till pushes its work and wipes itself', async ({
  browser,
}) => {
  test.slow()
  const office = await browser.newPage(withoutWorker)
  await signIn(office, app, app.owner)
  await setPin(office, app, '271828')
  const own = await browser.newPage(withoutWorker)
  await signIn(own, app, app.staff)
  await setPin(own, app, '314159')
  const [ownerName, staffName] = [
    await firstNameOf(app, app.owner.email),
    await firstNameOf(app, app.staff.email),
  ]

  const till = await browser.newPage()
  await signIn(till, network, app.owner)
  await enroll(till, network, 'Front counter')

  // The lock covers every address, and the screen shows no customer data.
  await till.goto(`${network.url}/business-dashboard`)
  await till.getByRole('button', { name: staffName }).click()
  await till.keyboard.type('000001')
  await expect(till.getByText('Wrong PIN. 9 tries left.')).toBeVisible()
  await expect(till.getByText('@example.com')).toHaveCount(0)
  await till.goto(`${network.url}/counter`)
  await till.getByRole('button', { name: staffName }).click()
  await till.keyboard.type('314159')
  await expect(till.getByRole('option').first()).toBeVisible()
  await sell(till, '11.01')
  await expect.poll(() => salesOf(1101)).toEqual([{ email: app.staff.email, status: 'applied' }])

  // Offline, the other person unlocks the till, and the next sale is theirs.
  network.mode = 'silence'
  await till.getByRole('button', { name: `${staffName}: lock this till` }).click()
  await till.getByRole('button', { name: ownerName }).click()
  for (const digit of '271828') {
    await till.getByRole('button', { name: digit, exact: true }).click()
  }
  await sell(till, '12.02')
  await till.getByRole('button', { name: 'Open menu' }).click()
  await till.getByRole('link', { name: 'Today' }).click()
  await expect(till.getByRole('heading', { name: 'Not everything has arrived' })).toBeVisible()
  await expect(till.getByText('$23.03')).toBeVisible()
  const ofStaff = till.getByRole('listitem').filter({ hasText: staffName }).first()
  await expect(ofStaff).toContainText('$11.01')
  network.reconnect()
  await expect
    .poll(() => salesOf(1202), { timeout: 60_000 })
    .toEqual([{ email: app.owner.email, status: 'applied' }])
  await expect(till.getByRole('heading', { name: 'Everything arrived' })).toBeVisible({
    timeout: 60_000,
  })
  await till.getByRole('link', { name: 'Counter' }).click()
  await office.goto(`${app.url}/business-dashboard/devices`)
  const proof = office.getByRole('listitem').filter({ hasText: 'Front counter' })
  await expect(proof).toContainText('2 changes received')
  await expect(proof).toContainText('0 missing')

  // The till is lost with an unsent sale: the owner removes the till and decides on the sale.
  network.mode = 'silence'
  await sell(till, '13.03')
  await office.goto(`${app.url}/business-dashboard/tills`)
  await office.getByRole('button', { name: 'Remove Front counter' }).click()
  await office.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await expect(office.getByText('No tills yet.')).toBeVisible()
  network.reconnect()
  await expect
    .poll(() => salesOf(1303), { timeout: 60_000 })
    .toEqual([{ email: app.owner.email, status: 'parked' }])
  await expect(till.getByRole('heading', { name: 'Login' })).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(() => till.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), {
      timeout: 60_000,
    })
    .not.toContainEqual(expect.stringMatching(/^regulars-.*-.*-/))
  await office.goto(`${app.url}/outbox`)
  await office.getByRole('button', { name: 'Approve', exact: true }).first().click()
  await expect.poll(() => salesOf(1303)).toEqual([{ email: app.owner.email, status: 'applied' }])
})

test(
  'shows sign-ups refused at a till’s kiosk to the staff who unlock it',
  deep,
  async ({ browser }) => {
    const till = await browser.newPage(withoutWorker)
    const { unlock } = await tillOfStaff({ app, browser }, till, 'Window counter')
    await till.goto(`${app.url}/kiosk`)
    await unlock()
    await expect(till.getByText(/^This till locks\./)).toBeVisible()
    await till.getByRole('button', { name: 'Start the Kiosk' }).click()
    await fillJoinForm(till, 'Perpetua Ashdown', 'perpetua@example.com')
    const setCodes = (isActive: boolean) =>
      app.sql`update qr_code set is_active = ${isActive}
        where business_id = ${app.businessId}`
    // The owner pauses the QR code in between.
    await setCodes(false)
    await till.getByRole('button', { name: 'Join Now' }).click()
    await expect(till.getByText('1 sign-up needs the staff.')).toBeVisible()
    await setCodes(true)

    await till.getByRole('button', { name: 'Staff' }).focus()
    await till.keyboard.down('Enter')
    await expect(locked(till, 'Window counter')).toBeVisible()
    await till.keyboard.up('Enter')
    await expect(till.getByText('Perpetua')).toHaveCount(0)
    await unlock()
    await till.getByRole('button', { name: 'Open menu' }).click()
    await till.getByRole('link', { name: 'Today' }).click()
    const refused = till.getByRole('listitem').filter({ hasText: 'perpetua@example.com' })
    await expect(refused).toContainText('Perpetua Ashdown')
    await refused.getByRole('button', { name: 'Dismiss' }).click()
    await expect(refused).toBeHidden()
  },
)
