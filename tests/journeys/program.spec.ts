/**
 * The loyalty program for its owner and its members: the earning rule and its exceptions, a
 * purchase reversed in part, an adjusted balance, and a member's consents, export and erasure.
 */
import { expectAccessible } from './support/accessible.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { awaitMail, linkIn } from './support/mail.ts'
import { join } from './support/member.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

let app: RunningApp
test.beforeAll(async () => {
  app = await startApp()
})
test.afterAll(() => app.close())

const standingOf = async (email: string) =>
  (
    await app.sql`select points, total_spent_cents::int as spent, welcome
      from customer where business_id = ${app.businessId} and email = ${email}`
  )[0]

test('an owner changes the earning rule, reverses part of a purchase and adjusts a balance', async ({
  browser,
}) => {
  const context = await browser.newContext({ ...withoutWorker, viewport: desktop })
  const page = await context.newPage()
  await signIn(page, app, app.owner)
  await page.goto(`${app.url}/business-dashboard/program`)
  await page.getByLabel('Points per dollar').fill('2.345')
  await page.getByRole('button', { name: 'Save Program' }).click()
  await expect(page.getByText('Use at most two decimals')).toBeVisible()
  await page.getByLabel('Points per dollar').fill('2')
  await expect(page.getByText('A purchase of $12.50 earns 25 points.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Gift card' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Program' }).click()
  await expectToast(page, 'Program saved')
  await page.getByRole('button', { name: 'Save Program' }).click()
  await expectToast(page, 'Nothing has changed.')

  await page.goto(`${app.url}/business-dashboard`)
  const email = 'tendered@example.com'
  await signUpAtCounter(page, 'Tendered', email)
  const panel = page.getByRole('dialog', { name: 'Tendered Counter' })
  await panel.getByLabel('Amount').fill('10')
  await expect(panel.getByText('Earns 20 points')).toBeVisible()
  await panel.getByRole('radio', { name: 'Gift card' }).check()
  await expect(panel.getByText('Earns 0 points')).toBeVisible()
  await panel.getByRole('button', { name: 'Record Purchase' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Gift card' })).toContainText('$10.00')
  await panel.getByLabel('Amount').fill('40')
  await panel.getByRole('button', { name: 'Record Purchase' }).click()
  await expect.poll(() => standingOf(email)).toMatchObject({ points: 180, spent: 5000 })

  await panel.getByRole('button', { name: 'Undo the $40.00 purchase' }).click()
  const asking = page.getByRole('alertdialog')
  await asking.getByLabel('Amount to undo').fill('40.01')
  await asking.getByRole('button', { name: 'Undo' }).click()
  await expect(asking.getByText('At most $40.00 is left of this purchase.')).toBeVisible()
  await asking.getByLabel('Amount to undo').fill('$15,50')
  await asking.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Purchase undone')
  await expect(panel.getByText('$15.50 undone')).toBeVisible()
  await expect.poll(() => standingOf(email)).toMatchObject({ points: 149, spent: 3450 })

  await panel.getByRole('tab', { name: 'History' }).click()
  await panel.getByRole('button', { name: 'Adjust Points' }).click()
  const adjusting = page.getByRole('dialog', { name: 'Adjust Points' })
  await adjusting.getByRole('radio', { name: 'Take Away' }).check()
  await adjusting.getByLabel('Points').fill('150')
  await adjusting.getByRole('button', { name: 'Adjust Points' }).click()
  await expect(adjusting.getByText('Give a reason')).toBeVisible()
  await adjusting.getByLabel('Reason').fill('Counted twice')
  await adjusting.getByRole('button', { name: 'Adjust Points' }).click()
  await expect(adjusting.getByText('They have only 149 points.')).toBeVisible()
  await expectAccessible(page)
  await adjusting.getByRole('checkbox', { name: /below zero/ }).check()
  await adjusting.getByRole('button', { name: 'Adjust Points' }).click()
  await expectToast(page, 'Points adjusted', 'Tendered has -1 point now.')
  await expect(panel.getByText('Counted twice')).toBeVisible()
  await expect.poll(() => standingOf(email)).toMatchObject({ points: -1, spent: 3450 })
  await context.close()
})

test('a member changes consents, gets a new link, downloads and deletes their data', async ({
  browser,
}) => {
  const email = 'own.data@example.com'
  const key = await join(app, { firstName: 'Ottoline', email })
  const context = await browser.newContext({
    ...withoutWorker,
    viewport: phone,
    acceptDownloads: true,
  })
  const page = await context.newPage()
  await page.goto(`${app.url}/customer/${key}`)
  await page.getByText('Privacy and My Data').click()
  await page.getByRole('switch', { name: 'Marketing Emails' }).click()
  await page.getByText('Your answers so far (6)').click()
  await expect(page.getByText('Marketing emails: agreed')).toBeVisible()
  await expect(page.getByRole('switch', { name: /Marketing texts/ })).toBeDisabled()
  await expectAccessible(page)

  // A card that was not opened from a mail cannot end the mailed link, because its address may
  // belong to another person.
  await expect(page.getByRole('button', { name: 'End Mailed link' })).toHaveCount(0)
  const mailed = linkIn(await awaitMail(app, email, 'welcome'))
  const proved = await context.newPage()
  await proved.goto(mailed)
  await expect(proved.getByText('Ottoline Counter')).toBeVisible()
  await proved.close()

  await page.getByRole('button', { name: 'Get a New Link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Get a New Link' }).click()
  await expectToast(page, 'Your card has a new link')
  await expect(page).not.toHaveURL(new RegExp(key))
  await expect(page.getByText('Ottoline Counter')).toBeVisible()

  await page.getByText('Privacy and My Data').click()
  await page.getByRole('button', { name: 'Email Me a Download Link' }).click()
  await expect(page.getByText('Check your email.')).toBeVisible()
  const card = page.url()
  await page.goto(linkIn(await awaitMail(app, email, 'dataExport')))
  await expect(page.getByRole('heading', { name: 'Your data is ready' })).toBeInViewport()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download My Data' }).click()
  expect((await downloading).suggestedFilename()).toBe('loyalty-card.json')

  await page.goto(card)
  await page.getByText('Privacy and My Data').click()
  await page.getByRole('button', { name: 'Leave and Delete My Data' }).click()
  await expect(page.getByText('Check your email.')).toBeVisible()
  await page.goto(linkIn(await awaitMail(app, email, 'dataErasure')))
  await page.getByRole('button', { name: 'Delete My Data', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete My Data' }).click()
  await expect(page.getByText('Your data is deleted')).toBeVisible()
  await page.goto(card)
  await expect(page.getByText('Card not found')).toBeVisible()
  expect(await standingOf(email)).toBeUndefined()
  await context.close()
})
