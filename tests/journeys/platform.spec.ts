/** The platform's screens without a connection. */
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, viewport: desktop })
test.beforeEach(({ page, app }) => signIn(page, app, app.superAdmin))

test('without a connection the platform’s screens show what was seen last, and when', async ({
  page,
  context,
}) => {
  const seen = page.getByText(/^You’re offline\. This was loaded /).first()
  const named = page.getByRole('cell').getByText('Lantern House Café')
  const heading = page.getByRole('heading', { name: 'Lantern House Café' })
  const screens = [
    { link: 'Business Tenants', shows: named, follow: 'Lantern House Café', leadsTo: heading },
    {
      link: 'White-Label Config',
      shows: named,
      follow: 'Edit branding of Lantern House Café',
      leadsTo: page.getByLabel('Business name'),
    },
    { link: 'Audit Log', shows: page.getByRole('cell').getByText('Signed in').first() },
  ]
  const seeAll = async (expectState: () => Promise<void>) => {
    for (const { link, shows, follow, leadsTo } of screens) {
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
      await expect(shows).toBeVisible()
      await expectState()
      if (!follow || !leadsTo) continue
      await page.getByRole('cell').getByRole('link', { name: follow, exact: true }).click()
      await expect(leadsTo).toBeVisible()
      await expectState()
    }
  }
  await seeAll(() => expect(seen).toHaveCount(0))
  await context.setOffline(true)
  await seeAll(() => expect(seen).toBeVisible())
  await context.setOffline(false)
})
