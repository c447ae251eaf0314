/** Days of the business, on devices that are somewhere else. */
import { expect, startShift, test } from './support/at-counter.ts'
import { desktop, phone } from './support/device-browser.ts'
import { withoutWorker } from './support/journey.ts'
import { join } from './support/member.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

// At the end of a day in New York it is the next day there.
test.use({ timezoneId: 'Pacific/Auckland' })

const spoken = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

test('counter and card name a coupon’s last day where the business is, offline too', async ({
  app,
  network,
  page,
  browser,
  search,
  newMember,
  welcomeOf,
}) => {
  await startShift(page, network, app)
  const code = await welcomeOf(await newMember('Zenobia'))
  const [coupon] = await app.ask<{ day: string }>(
    (sql) => sql`select expires_on::text as day from coupon where code = ${code}`,
  )
  const day = spoken.format(new Date(coupon?.day ?? ''))
  network.mode = 'silence'
  await search().fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Until ${day}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Coupon' })).toBeVisible()
  network.reconnect()

  const key = await join(app, { firstName: 'Ottoline', email: 'ottoline@example.com' })
  const pocket = await browser.newContext({
    ...withoutWorker,
    viewport: phone,
    timezoneId: 'Pacific/Auckland',
  })
  const card = await pocket.newPage()
  await card.goto(`${app.url}/customer/${key}`)
  await expect(card.getByText(`Expires: ${day}`)).toBeVisible()
  await pocket.close()
})

test('a business takes the time zone of its owner’s browser, and the owner changes it', async ({
  app,
  browser,
}) => {
  const zones = () =>
    app.ask<{ zone: string | null }>(
      (sql) => sql`select time_zone as zone from business
        where id = (select business_id from account where email = ${app.owner.email})`,
    )
  await app.ask((sql) => sql`update business set time_zone = null`)
  const office = await browser.newContext({
    ...withoutWorker,
    viewport: desktop,
    timezoneId: 'America/Los_Angeles',
  })
  const page = await office.newPage()
  await signIn(page, app, app.owner)
  await expect.poll(zones).toEqual([{ zone: 'America/Los_Angeles' }])
  await page.goto(`${app.url}/business-dashboard/program`)
  const field = page.getByLabel('Time zone')
  await expect(field).toHaveValue('America/Los_Angeles')
  await field.selectOption('America/New_York')
  await page.getByRole('button', { name: 'Save Program' }).click()
  await expectToast(page, 'Program saved')
  await expect.poll(zones).toEqual([{ zone: 'America/New_York' }])
  await office.close()
})
