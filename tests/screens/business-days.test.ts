/** Days in the business's time zone, on devices in other time zones. */
import { screen } from '@testing-library/dom'
import { onTestFinished, vi } from 'vitest'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { fieldOf, follow, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

/** Moves this device to another time zone until the test ends. */
function travelTo(timeZone: string) {
  vi.stubEnv('TZ', timeZone)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const spoken = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

test('the counter shows a coupon’s last day in the business’s time zone, also offline', async ({
  server,
  shop,
}) => {
  const till = new TestDevice(await new TestBrowser(server.url).signIn(shop.staffEmail))
  const { body } = await till.push(till.make('customer.signUp', signUpPayload()))
  const code = String(body.verdicts[0]?.result?.welcomeCoupon)
  const [coupon] = await server.sql`
    select expires_on::text as day, expires_at as at from coupon where code = ${code}`
  // When the day ends in Chicago, it is already the next day in Auckland.
  travelTo('Pacific/Auckland')
  expect(coupon?.at.getDate()).not.toBe(new Date(coupon?.day ?? '').getUTCDate())
  await signIn(shop.staffEmail)
  await open('/counter')
  await screen.findByRole('link', { name: /^All synced/ })
  network.cut()
  const search = await screen.findByRole('combobox', { name: 'Find a member' })
  await user.type(search, `${code}{Enter}`)
  await screen.findByText(new RegExp(`Until ${spoken.format(new Date(coupon?.day ?? ''))}$`))
  await screen.findByRole('button', { name: 'Use Coupon' })
})

test('a business gets the time zone of its owner’s browser, and the owner changes it', async ({
  server,
}) => {
  const { ownerEmail, businessId } = await createTestBusiness(server, { timeZone: null })
  const zone = async () =>
    server.sql`select time_zone as zone from business where id = ${businessId}`
  travelTo('America/Los_Angeles')
  await signIn(ownerEmail)
  await open('/business-dashboard')
  await expect.poll(zone).toEqual([{ zone: 'America/Los_Angeles' }])
  await follow('Settings')
  await follow('Program')
  await expect.poll(() => fieldOf('Time zone').value).toBe('America/Los_Angeles')
  await user.selectOptions(fieldOf('Time zone'), 'America/New_York')
  await press('Save Program')
  await toast('Program saved')
  await expect.poll(zone).toEqual([{ zone: 'America/New_York' }])
})
