/**
 * A new owner's first ten minutes: from the mailed invite to the first customer's redeemed coupon, by
 * the checklist, in at most 30 interactions. Typing does not count, and neither does signing in again
 * right after the email was verified.
 */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type RunningApp, startApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { awaitMail, codeIn, linkIn } from './support/mail.ts'
import { signIn } from './support/sign-in.ts'

const interactionsMax = 30
const password = 'Copper-Tide-4471'
const email = 'new-owner@example.com'
let app: RunningApp
let page: Page
const interactions: string[] = []
test.beforeAll(async ({ browser }) => {
  app = await startApp()
  page = await browser.newPage({ viewport: desktop })
})
test.afterAll(async () => {
  await page.close()
  await app.close()
})

/** A press, or a link of a mail that is followed. */
async function press(what: Locator): Promise<void> {
  await what.click()
  interactions.push(String(await what.textContent().catch(() => 'press')))
}
async function follow(address: string): Promise<void> {
  interactions.push('a link in a mail')
  await page.goto(address)
}
const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
const step = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
const dashboard = () => page.getByRole('link', { name: 'Dashboard', exact: true })

async function invite(): Promise<string> {
  const context = await page.context().browser()?.newContext({ viewport: desktop })
  if (!context) throw new Error('no browser')
  const admin = await context.newPage()
  await signIn(admin, app, app.superAdmin)
  await admin.getByRole('button', { name: 'New Business' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Create New Business Tenant' })
  await dialog.getByLabel(/^Business name/).fill('Harbor Bakery')
  await dialog.getByLabel(/^Email\*?$/).fill(email)
  for (const name of ['White-label branding', 'Analytics dashboard']) {
    await dialog.getByRole('switch', { name }).check()
  }
  await dialog.getByRole('button', { name: 'Create Business' }).click()
  const question = admin.getByRole('dialog', { name: 'Confirm It’s You' })
  await question.getByLabel(/^Password/).fill(app.superAdmin.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  const link = linkIn(await awaitMail(app, email, 'ownerInvite'))
  await context.close()
  return link
}

test('from the invite to a redeemed coupon in thirty interactions', async () => {
  await follow(await invite())
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Marsh')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await press(button('Create Account'))
  await page.waitForURL('**/verify-email*')
  await page
    .getByLabel('Verification code')
    .fill(codeIn(await awaitMail(app, email, 'verifyEmail')))
  await press(button('Verify Email'))
  await page.waitForURL('**/login')
  await signIn(page, app, { email, password })
  await expect(page.getByText('0 of 6 steps done')).toBeVisible()

  await press(step('Make it yours'))
  await page.getByLabel('Primary color as a hex code').fill('#0F766E')
  await press(button('Save Branding'))
  await press(dashboard())
  await expect(page.getByText('1 of 6 steps done')).toBeVisible()

  await press(step('Check how points are earned'))
  await page.getByLabel('Points per dollar').fill('2')
  await press(button('Save Program'))
  await press(dashboard())
  await expect(page.getByText('2 of 6 steps done')).toBeVisible()

  await press(step('Offer a first reward'))
  const reward = page.getByRole('dialog', { name: 'Create Reward' })
  await reward.getByLabel(/^Name/).fill('Free coffee')
  await reward.getByLabel(/^Points required/).fill('100')
  await reward.getByLabel(/^(Percent off|Dollars off)/).fill('3')
  await press(reward.getByRole('button', { name: 'Save Reward' }))
  await expect(page.getByText('3 of 6 steps done')).toBeVisible()

  await press(step('Print a QR code'))
  const code = page.getByRole('dialog')
  await code.getByLabel(/^Name/).fill('Counter')
  await press(code.getByRole('button', { name: 'Generate' }))
  await press(page.getByRole('button', { name: 'Done' }))
  await expect(page.getByText('4 of 6 steps done')).toBeVisible()

  await press(step('Invite your team'))
  await press(button('Invite Staff'))
  await page.getByRole('dialog').getByLabel('Email').fill('colleague@example.com')
  await press(page.getByRole('button', { name: 'Send Invite' }))
  await press(dashboard())
  await expect(page.getByText('5 of 6 steps done')).toBeVisible()

  await press(step('Sign up a first customer'))
  await page.getByLabel('First name').fill('Ottilie')
  await page.getByLabel('Last name').fill('Marchbanks')
  await page.getByLabel('Email').first().fill('ottilie@example.com')
  await press(page.getByRole('checkbox', { name: /Terms of Service/ }))
  await press(button('Sign up'))
  await press(page.getByRole('tab', { name: 'Rewards' }))
  await press(page.getByRole('listitem').filter({ hasText: 'Free coffee' }).getByRole('button'))
  await expect(page.getByRole('img', { name: /QR code of coupon/ })).toBeVisible()
  await press(button('Mark as used now'))
  await expect
    .poll(() =>
      app.ask(
        (sql) => sql`select count(*)::int from coupon
      where source = 'reward' and used_at is not null and business_id =
        (select id from business where name = 'Harbor Bakery')`,
      ),
    )
    .toEqual([{ count: 1 }])

  process.stdout.write(`${interactions.length} interactions: ${interactions.join(' · ')}\n`)
  expect(interactions.length).toBeLessThanOrEqual(interactionsMax)
  await page.goto(`${app.url}/business-dashboard`)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByText('Get set up')).toHaveCount(0)
})
