/**
 * What an owner meets and does with the whole business: the first sign-in on a device, sample
 * customers that come and go, and a lost device that is signed out and wiped.
 */
import { randomUUID } from 'node:crypto'
import type { RunningApp, SignIn } from './support/app.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn, signInAtDashboard } from './support/sign-in.ts'

test.use({ viewport: desktop, ...withoutWorker })

/** Another business without customers, and an owner of it with the same password. */
async function openEmptyBusiness(
  app: RunningApp,
  features?: Record<string, boolean>,
): Promise<SignIn> {
  const [businessId, accountId] = [randomUUID(), randomUUID()]
  const email = `owner-${businessId}@example.com`
  const copy = { id: accountId, email, email_key: email, business_id: businessId }
  await app.ask(
    (sql) => sql`insert into business
      select (jsonb_populate_record(b, ${sql.json({ id: businessId, name: 'Fresh Café', ...(features && { features }) })})).*
      from business b limit 1`,
  )
  await app.ask((sql) => sql`insert into business_version (business_id) values (${businessId})`)
  await app.ask(
    (sql) => sql`insert into account select (jsonb_populate_record(a, ${sql.json(copy)})).*
      from account a where email = ${app.owner.email}`,
  )
  return { email, password: app.owner.password }
}

test('sample customers are loaded by a button and taken away again', async ({ app, page }) => {
  const owner = await openEmptyBusiness(app)
  await signIn(page, app, owner)
  await page.getByRole('button', { name: 'Load Sample Customers' }).click()
  await expect(
    page.getByText(/^You’re looking at 24 sample customers\..* This page counts them/),
  ).toBeVisible()
  await expect(page.getByRole('cell').filter({ hasText: '(sample)' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Sample Customers' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the sample customers?' })
  await question.getByRole('button', { name: 'Remove Sample Customers' }).click()
  await expect(page.getByRole('button', { name: 'Load Sample Customers' })).toBeVisible()
  await expect(page.getByRole('cell').filter({ hasText: '(sample)' })).toHaveCount(0)
  // A filter alone that matches nobody says which, and leads back.
  await page.getByLabel('Filter customers').selectOption('Not seen for 30 days')
  await expect(
    page.getByText('No customers match the filter “Not seen for 30 days”.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show All Customers' }).click()
  await expect(page).not.toHaveURL(/show=/)
  const [left] = await app.ask<{ members: number }>(
    (sql) => sql`select count(*)::int as members from customer c join account a
      on a.business_id = c.business_id where a.email = ${owner.email}`,
  )
  expect(left).toEqual({ members: 0 })
})

test('what is switched off is not offered, and its address says why', async ({ app, page }) => {
  const off = { qrCodes: false, loyalty: false, whiteLabel: false, analytics: false }
  const owner = await openEmptyBusiness(app, off)
  await signIn(page, app, owner)
  const navigation = page.getByRole('navigation')
  await expect(navigation.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Customers' })).toBeVisible()
  for (const name of ['Campaigns', 'Program', 'Offline Redemption', 'Branding', 'Analytics']) {
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveCount(0)
  }
  for (const name of ['Generate QR Code', 'Sign Up Customer', 'Load Sample Customers']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  for (const name of ['QR Codes', 'Rewards']) {
    await expect(page.getByRole('tab', { name })).toHaveCount(0)
  }
  for (const tab of ['qr-codes', 'rewards']) {
    await page.goto(`${app.url}/business-dashboard?tab=${tab}`)
    await expect(page.getByRole('tabpanel', { name: 'Customers' })).toBeVisible()
  }
  await page.goto(`${app.url}/business-dashboard?do=create-qr-code`)
  await expect(page.getByRole('tabpanel', { name: 'Customers' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${app.url}/counter?do=sign-up`)
  await expect(page.getByRole('button', { name: 'Scan' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New Member' })).toHaveCount(0)
  await page.goto(`${app.url}/business-dashboard`)
  await expect(page.getByRole('tabpanel', { name: 'Customers' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+K')
  const options = page.getByRole('dialog', { name: 'Go to…' }).getByRole('option')
  await expect(options.filter({ hasText: 'Settings' })).toBeVisible()
  await expect(
    options.filter({
      hasText: /^(Sign Up|QR|Rewards|Analytics|Program|Campaigns|Branding|Offline)/,
    }),
  ).toHaveCount(0)
  for (const [path, sentence] of [
    ['program', 'The loyalty program is switched off'],
    ['campaigns', 'The loyalty program is switched off'],
    ['offline-redemption', 'The loyalty program is switched off'],
    ['analytics', 'Analytics are switched off'],
    ['branding', 'White-label branding is switched off'],
  ]) {
    await page.goto(`${app.url}/business-dashboard/${path}`)
    await expect(page.getByText(`${sentence} for this business.`)).toBeVisible()
    const act = page
      .getByRole('main')
      .getByRole('button', { name: /^(Save|Create)/, disabled: false })
    await expect(act).toHaveCount(0)
  }
})

test('the sidebar marks the screen that is shown, and brings it into sight', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 620 })
  await signIn(page, app, app.owner, '/')
  const links = page.getByRole('navigation').getByRole('link')
  const current = links.and(page.locator('[aria-current="page"]'))
  await expect(current).toHaveText('Dashboard')
  await page.goto(`${app.url}/business-dashboard/plan`)
  await expect(current).toHaveText('Plan')
  await expect(current).toBeInViewport()
})

test('the window’s title names the screen, after going back to the dashboard too', async ({
  app,
  page,
}) => {
  await signIn(page, app, app.owner, '/')
  await expect(page).toHaveTitle('Dashboard · Regulars')
  await page.getByRole('navigation').getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveTitle('Analytics · Regulars')
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveTitle('Dashboard · Regulars')
  await page.getByRole('tab', { name: 'Rewards' }).click()
  await expect(page).toHaveTitle('Rewards · Regulars')
})

test('without a connection settings show what was seen last, and when', async ({
  app,
  page,
  context,
}) => {
  await signIn(page, app, app.owner)
  const seen = page.getByText(/^You’re offline\. This was loaded /).first()
  const screens = [
    { link: 'Tills', shows: page.getByText('Theo Lindgren') },
    { link: 'Offline Redemption', shows: page.getByRole('radio', { name: /^Confirm first/ }) },
    { link: 'Activity Log', shows: page.getByRole('cell').getByText('Signed in').first() },
  ]
  const seeAll = async (expectState: () => Promise<void>) => {
    for (const { link, shows } of screens) {
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
      await expect(shows).toBeVisible()
      await expectState()
    }
  }
  await seeAll(() => expect(seen).toHaveCount(0))
  await context.setOffline(true)
  await seeAll(() => expect(seen).toBeVisible())
  await page.getByRole('link', { name: 'Offline Redemption' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await context.setOffline(false)
})

test('a first sign-in shows no zero before the customers have come, and exports no part of them', async ({
  app,
  page,
}) => {
  let release = () => {}
  let releaseRest = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const heldRest = new Promise<void>((resolve) => {
    releaseRest = resolve
  })
  let pulls = 0
  await page.route('**/api/sync/pull**', async (route) => {
    pulls += 1
    if (pulls > 1) {
      await heldRest
      return route.continue()
    }
    await held
    const small = new URL(route.request().url())
    small.searchParams.set('rows', '50')
    await route.continue({ url: small.href })
  })
  await signIn(page, app, app.owner)
  await expect(page.getByRole('tabpanel').locator('[aria-busy="true"]')).toBeVisible()
  await expect(page.getByText('0 customers', { exact: true })).toHaveCount(0)
  // The sidebar is whole before it is known what is switched off.
  await expect(page.getByRole('link', { name: 'Analytics' })).toBeVisible()
  release()
  await expect(page.getByText(/^[1-9]\d customers so far\. Export waits/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  releaseRest()
  await expect(page.getByText(/^[1-9]\d* customers$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled()
})

test('a lost device is signed out from the list of devices, and forgets the customers', async ({
  app,
  page,
  browser,
}) => {
  const pocket = await browser.newContext({ viewport: desktop, ...withoutWorker })
  const lost = await pocket.newPage()
  await signInAtDashboard(lost, app, app.staff)
  await signUpAtCounter(lost, 'Lost', `lost-${randomUUID()}@example.com`)
  await lost.keyboard.press('Escape')
  await expect(lost.getByRole('link', { name: 'All synced' })).toBeVisible()

  await signIn(page, app, app.owner, '/business-dashboard/devices')
  await page
    .getByRole('button', { name: /^Sign out and wipe the devices of / })
    .first()
    .click()
  const question = page.getByRole('alertdialog', { name: /^Sign out / })
  await question.getByRole('button', { name: 'Sign Out and Wipe' }).click()
  await expect(question).toBeHidden()
  await lost.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(() =>
      lost.evaluate(async () =>
        (await indexedDB.databases()).filter(({ name }) => name !== 'regulars-device'),
      ),
    )
    .toEqual([])
  await lost.goto(`${app.url}/counter`)
  await lost.waitForURL('**/login*')
  await pocket.close()
})
