/**
 * A new owner's first ten minutes on a phone, in a browser with its bars: from the mailed invite to
 * the first customer's redeemed coupon, by the checklist, in at most 30 touches. Each press, each
 * mailed link and each tap into a field counts, unless the field has the focus already.
 */
import type { Browser, Locator, Page } from '@playwright/test'
import type { RunningApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { awaitMail, codeIn, linkIn } from './support/mail.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, viewport: { width: 390, height: 664 } })

const touchesMax = 30
const password = 'Copper-Tide-4471'
const email = 'new-owner@harbor-bakery.example'

async function invite(browser: Browser, app: RunningApp): Promise<string> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: desktop })
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

/** Counts and names a person's touches. */
function countTouches(page: Page) {
  const done: string[] = []
  return {
    done,
    async press(what: Locator): Promise<void> {
      const name = await what.evaluate((one) => one.getAttribute('aria-label') ?? one.textContent)
      await what.click()
      done.push(name ?? '')
    },
    async type(into: Locator, text: string): Promise<void> {
      await into.waitFor()
      if (!(await into.evaluate((one) => one === document.activeElement))) {
        await into.click()
        done.push(`into ${(await into.getAttribute('name')) ?? ''}`)
      }
      await into.fill(text)
    },
    async follow(address: string): Promise<void> {
      await page.goto(address)
      done.push('the link in the mail')
    },
  }
}

test('from the invite to a redeemed coupon in thirty touches', async ({ app, page, browser }) => {
  const { done, press, type, follow } = countTouches(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const step = (name: string) => press(page.getByRole('link', { name: new RegExp(`^${name}`) }))
  const home = () => press(page.getByRole('link', { name: 'Home', exact: true }))
  const expectDone = (steps: number) =>
    expect(page.getByText(`${steps} of 6 steps done`)).toBeVisible()

  await follow(await invite(browser, app))
  await type(page.getByLabel('First name'), 'Ada')
  await type(page.getByLabel('Last name'), 'Marsh')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await type(page.getByLabel(/^Password/), password)
  await type(page.getByLabel(/^Confirm password/), password)
  await press(button('Create Account'))
  const digits = codeIn(await awaitMail(app, email, 'verifyEmail'))
  await type(page.getByLabel('Verification code'), digits)
  await press(button('Verify Email'))
  await page.waitForURL('**/login')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel(/^Password/)).toBeFocused()
  await type(page.getByLabel(/^Password/), password)
  await press(page.getByRole('button', { name: /^(Log in|Login|Sign in)$/ }))
  await expectDone(0)
  // The next step leads, and the acts of every day follow.
  const next = page.getByRole('link', { name: /^Make it yours/ })
  await expect(next).toBeInViewport({ ratio: 1 })
  await expect(next).toContainText('Start')
  const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN
  const generate = page.getByRole('button', { name: 'Generate QR Code' }).first()
  expect(await topOf(generate)).toBeGreaterThan(await topOf(next))

  await step('Make it yours')
  await press(button('Looks Good'))
  await expectDone(1)

  await step('Check how points are earned')
  await expect(button('Looks Good')).toBeInViewport({ ratio: 1 })
  await press(button('Looks Good'))
  await expectDone(2)

  await step('Offer a first reward')
  const reward = page.getByRole('dialog', { name: 'Create Reward' })
  await type(reward.getByLabel(/^Name/), 'Free coffee')
  await type(reward.getByLabel(/^Points required/), '100')
  await type(reward.getByLabel('Percent off'), '15')
  await press(reward.getByRole('button', { name: 'Save Reward' }))
  await expectDone(3)

  await step('Print a QR code')
  const code = page.getByRole('dialog')
  await type(code.getByLabel(/^Name/), 'Counter')
  await press(code.getByRole('button', { name: 'Generate', exact: true }))
  await press(button('Done'))
  await expectDone(4)

  await step('Invite your team')
  await press(button('Invite Staff'))
  const colleague = 'colleague@harbor-bakery.example'
  await type(page.getByRole('dialog').getByLabel(/^Email/), colleague)
  await press(button('Send Invite'))
  await home()
  await expectDone(5)

  await step('Sign up a first customer')
  await type(page.getByLabel('First name'), 'Ottilie')
  await type(page.getByLabel('Last name'), 'Marchbanks')
  await type(page.getByLabel('Email').first(), 'ottilie@harbor-bakery.example')
  await press(button('Accept and Sign Up'))
  await press(page.getByRole('tab', { name: 'Rewards' }))
  await press(button('Redeem'))
  await press(button('Mark as Used Now'))
  await expect
    .poll(
      () =>
        app.sql`select count(*)::int from coupon
        where source = 'reward' and used_at is not null and business_id =
          (select id from business where name = 'Harbor Bakery')`,
    )
    .toEqual([{ count: 1 }])

  process.stdout.write(`${done.length} touches: ${done.join(' · ')}\n`)
  expect(done.length).toBeLessThanOrEqual(touchesMax)
  await page.goto(`${app.url}/business-dashboard`)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByText('Get Set Up')).toHaveCount(0)
  // The end of the steps leads on, until it is hidden.
  await expect(page.getByRole('link', { name: 'Print the Poster' })).toBeVisible()
  await button('Hide This').click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByText('You’re Ready')).toHaveCount(0)
})
