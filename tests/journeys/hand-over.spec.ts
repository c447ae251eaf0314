/**
 * A cashier is removed while their device is closed, with unsent work on it. At its next start the
 * device says so and hands the work over for the owner to decide, and that browser keeps nothing of
 * the business.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signIn, signInAtDashboard } from './support/sign-in.ts'

const databasesOf = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
const allSent = (page: Page) => expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()

test(
  'a device closed when its user was removed hands its work over at the next start',
  deep,
  async ({ app, browser }) => {
    const [till, office] = [
      await browser.newContext({ viewport: desktop }),
      await browser.newContext({ viewport: desktop }),
    ]
    const counter = await till.newPage()
    await signInAtDashboard(counter, app, app.staff)
    await signUpAtCounter(counter, 'Before', 'before@example.com')
    await counter.keyboard.press('Escape')
    await allSent(counter)
    await app.kill()
    await signUpAtCounter(counter, 'Unsent', 'unsent@example.com')
    await counter.close()
    await app.start()

    const owner = await office.newPage()
    await signIn(owner, app, app.owner, '/business-dashboard/staff')
    await owner
      .getByRole('row', { name: new RegExp(app.staff.email) })
      .getByRole('button')
      .last()
      .click()
    await owner.getByRole('menuitem', { name: /Remove/ }).click()
    await owner
      .getByRole('alertdialog')
      .getByRole('button', { name: /Remove/ })
      .click()
    await expect(owner.getByText(app.staff.email)).toBeHidden()

    const again = await till.newPage()
    await again.goto(`${app.url}/business-dashboard`)
    await expect(again).toHaveURL(/\/login/)
    await expect(again.getByText('Your access was removed').first()).toBeVisible()
    await expect.poll(() => databasesOf(again)).toEqual(['regulars-device'])
    const held = () => app.sql`select from applied_operation where status = 'parked'`
    await expect.poll(held).toHaveLength(1)

    await owner.goto(`${app.url}/outbox`)
    await expect(owner.getByText(/unsent@example.com|Unsent Counter/).first()).toBeVisible()
    await owner.getByRole('button', { name: 'Approve All' }).click()
    await owner.getByRole('link', { name: 'Customers', exact: true }).click()
    await expect(owner.getByRole('button', { name: /^Unsent Counter/ })).toBeVisible()
    await Promise.all([till.close(), office.close()])
  },
)
