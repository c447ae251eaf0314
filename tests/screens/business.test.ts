/**
 * An owner's screens: campaigns, analytics, Needs Attention and the export.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { onTestFinished } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { couponDigest } from '#sync-server/loyalty/coupon.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { goOffline } from './support/at-counter.ts'
import { network, open, savedFile, signIn } from './support/browser.ts'
import { fill, heading, isDisabled, part, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

test('a campaign that waits for the business’s address is shown as on hold', async ({ server }) => {
  const shop = await createTestBusiness(server, { postalAddress: null })
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const create = owner.make('campaign.create', { campaignId: newId(), ...campaignTerms() })
  expect((await owner.push(create)).body.verdicts).toMatchObject([{ status: 'applied' }])
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/campaigns')
  const campaigns = await part('table', 'Campaigns')
  const row = within(await campaigns.findByRole('row', { name: /Spring treat/ }))
  row.getByText('On hold')
  expect(row.queryByText('Active')).toBeNull()
})

test('Home and End lead to the first and the last day of a chart', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/analytics')
  const chart = await screen.findByRole('slider', { name: 'Sign-ups by day' })
  const last = Number(chart.getAttribute('aria-valuemax'))
  expect(last).toBeGreaterThan(20)
  const at = () => Number(chart.getAttribute('aria-valuenow'))
  const said = () => chart.getAttribute('aria-valuetext')
  chart.focus()
  await user.keyboard('{End}')
  await expect.poll(at).toBe(last)
  const lastDay = said()
  expect(lastDay).toMatch(/^\w+ \d+: This period [\d,]+, Before [\d,]+$/)
  await user.keyboard('{ArrowLeft}')
  await expect.poll(at).toBe(last - 1)
  await user.keyboard('{Home}')
  await expect.poll(at).toBe(0)
  expect(said()).not.toBe(lastDay)
})

test('lists coupons accepted twice separately from coupons that expired before they synced', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const [till, other] = [new TestDevice(owner), new TestDevice(owner)]
  const join = async (firstName: string) => {
    const payload = signUpPayload({ firstName })
    const { body } = await till.push(till.make('customer.signUp', payload))
    const code = String(body.verdicts[0]?.result?.welcomeCoupon)
    return {
      code,
      named: { digest: couponDigest(shop.businessId, code), memberId: payload.memberId },
    }
  }
  const twice = await join('Twila')
  await till.push(till.make('coupon.use', twice.named))
  const hourMs = 3_600_000
  const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
  await other.push(other.make('coupon.use', twice.named, { madeAt: ago(2) }))
  const late = await join('Latika')
  await server.sql`update coupon set expires_at = ${ago(1)},
    expires_on = (now() - interval '3 days')::date where code = ${late.code}`
  await other.push(other.make('coupon.use', late.named, { madeAt: ago(2) }))

  // No device shows this refusal.
  const short = { memberId: late.named.memberId, points: -500, reason: 'Typed twice' }
  await other.push(other.make('points.adjust', short))
  await server.sql`update applied_operation set unseen = true
    where business_id = ${shop.businessId} and code = 'points_short'`

  await signIn(shop.ownerEmail)
  await open('/business-dashboard/attention')
  /** Waits until the section shows who accepted the coupons, which loads last. @returns its text */
  const listed = async (title: string) => {
    const list = (await screen.findByRole('heading', { name: title })).closest('section')
    if (!list) throw new Error(`${title} is no section`)
    await within(list).findByText(/by Test business_admin/)
    return list.textContent
  }
  const usedTwice = await listed('Coupons Used Twice')
  expect(usedTwice).toContain('Twila Castellan')
  expect(usedTwice).toContain(`(…${twice.code.slice(-4)})`)
  expect(usedTwice).toMatch(/Used .*Accepted again .* by Test business_admin/)
  expect(usedTwice).not.toContain('Latika')
  const usedLate = await listed('Coupons That Expired Before They Synced')
  expect(usedLate).toContain('Latika Castellan')
  expect(usedLate).toContain(`(…${late.code.slice(-4)})`)
  expect(usedLate).toMatch(/Accepted .* by Test business_admin.*Expired /)
  expect(usedLate).not.toContain('Twila')
  expect(await listed('Changes Refused Later')).toContain('Latika')
  const mend = await goOffline()
  expect(isDisabled(screen.getByRole('button', { name: 'Mark All as Read' }))).toBe(true)
  mend()
  await press('Mark All as Read')
  await screen.findByText(/^All clear/)
  // The mark names the newest sign-up that the list counts; it counts none, so today's stay unread.
  const [{ readAt } = { readAt: new Date() }] = await server.sql<{ readAt: Date }[]>`
    select attention_read_at as "readAt" from business where id = ${shop.businessId}`
  expect(Date.now() - readAt.getTime()).toBeGreaterThan(minuteMs)
  await screen.findByRole('link', { name: 'Home' })
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/attention')
  await screen.findByText(/^All clear/)
})

test('after the trial the program cannot be saved, and held changes wait for a plan', async ({
  server,
}) => {
  const trialEndsAt = new Date(Date.now() - 60_000)
  const shop = await createTestBusiness(server, { plan: 'trial', status: 'trial', trialEndsAt })
  const staff = new TestDevice(await new TestBrowser(server.url).signIn(shop.staffEmail))
  const late = await staff.push(staff.make('customer.signUp', signUpPayload()))
  expect(late.body.verdicts).toMatchObject([{ status: 'parked', code: 'business_paused' }])

  await signIn(shop.ownerEmail)
  await open('/business-dashboard/program')
  await screen.findByText('This business is read-only, so its program can’t be changed.')
  await fill('Points per dollar', '3')
  expect(isDisabled(screen.getByRole('button', { name: 'Save Program' }))).toBe(true)

  await open('/outbox')
  await heading('On Hold')
  await screen.findByText(/Goes through by itself once .* a plan is chosen, or it’s reactivated/)
  expect(screen.queryByText(/until you approve/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Approve All' })).toBeNull()
})

test('a device that holds its maximum shows the server’s total, also offline once loaded', async ({
  server,
}) => {
  const { deviceCustomers } = limits
  Object.assign(limits, { deviceCustomers: 20 })
  onTestFinished(() => void Object.assign(limits, { deviceCustomers }))
  const shop = await createTestBusiness(server)
  await fillCustomers(server, shop.businessId, 60)
  const total = () =>
    screen.getByRole('heading', { name: 'Total Customers' }).closest('section')?.textContent
  await signIn(shop.ownerEmail)
  const restore = network.cut(`/api/business/${shop.businessId}`)
  await open('/business-dashboard')
  await expect.poll(() => screen.queryByText('Total Customers')).not.toBeNull()
  await expect.poll(total).toContain('20+')
  restore()
  await open('/business-dashboard')
  await expect.poll(total).toBe('Total Customers60')
  network.cut(`/api/business/${shop.businessId}`)
  await open('/business-dashboard')
  await expect.poll(total).toBe('Total Customers60')
})

test('before the first sync ends, a device claims neither that everything is synced nor that no one owes points', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  const release = network.hold('/api/sync/pull')
  await open('/outbox')
  await screen.findByText('This device hasn’t finished its first sync.')
  await screen.findByText('No changes are waiting to sync.')
  await open('/business-dashboard/attention')
  await heading('Needs Attention')
  expect(screen.queryByText(/^All clear/)).toBeNull()
  release()
  await screen.findByText(/^All clear/)
  await open('/outbox')
  await screen.findByText('You’re all caught up. Everything is synced.')
})

test('the export contains birthdays and consent dates, and says offline that they are missing', async ({
  shop,
}) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await press('Export')
  await toast('60 customers exported')
  const lines = async () => (await savedFile()).text.trimEnd().split('\r\n')
  const [header, ...rows] = await lines()
  expect(header).toMatch(/,Member ID,Marketing emails: chosen on,.*,Birthday \(month-day\)$/)
  expect(rows).toHaveLength(60)
  network.cut(/customer-consents$/)
  await press('Export')
  await toast('60 customers exported', 'Without birthdays and the days of consents')
  expect((await lines())[0]).toMatch(/,Member ID$/)
})
