/**
 * Lists of a business of the demo's size beside a larger one: members, activity and analytics,
 * while they load, empty, filtered, failed and offline.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { onTestFinished, vi } from 'vitest'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { fillHistory } from '#tests/support/fill-history.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { fill, part, press, user } from './support/hands.ts'
import { test as base, expect } from './support/screen-test.ts'

/** The demo has this many. */
const members = 240

const test = base.extend('busy', { scope: 'file' }, async ({ server }) => {
  const createdAt = new Date(Date.now() - 86_400_000)
  const busy = await createTestBusiness(server, { createdAt })
  const larger = await createTestBusiness(server)
  await fillHistory(server, busy.businessId, members)
  await fillHistory(server, larger.businessId, 3 * members)
  return busy
})

const noWords = 'zzz'
const shown = () =>
  within(screen.getByRole('table', { name: 'Customers' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

test('finds members by name, email and phone, and says what it looked for', async ({ busy }) => {
  await signIn(busy.ownerEmail)
  await open('/business-dashboard')
  await screen.findByText(`${members} customers`)
  await fill('Search customers', 'person42@')
  await screen.findByText('1 customer')
  expect(shown()).toEqual([expect.stringContaining('person42@example.com')])
  // The number of person 7, as another person would write it.
  await fill('Search customers', '(555) 005-5433')
  await expect.poll(shown).toEqual([expect.stringContaining('person7@example.com')])
  await fill('Search customers', noWords)
  await screen.findByText(`No customers match “${noWords}”. Try a name, email, or phone number.`)
  expect(network.asked.filter(({ path }) => path.includes(noWords))).toEqual([])
})

test('sorts members by the column pressed, and by the address', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await fillHistory(server, shop.businessId, members)
  // Figures that sort differently as text, and differently from each other.
  await server.sql`update customer c set points = n * 7919 % 10007 - 50,
      total_spent_cents = n * 104729 % 1000003
    from (select id, row_number() over (order by created_at) as n from customer
      where business_id = ${shop.businessId}) numbered
    where c.business_id = ${shop.businessId} and c.id = numbered.id`
  type Kept = { name: string; email: string; points: number; spent: number; joined: number }
  const kept = await server.sql`select last_name || ' ' || first_name as name, email, points,
      total_spent_cents::int as spent, extract(epoch from created_at)::int as joined
    from customer where business_id = ${shop.businessId}`
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
  const first = (direction: 1 | -1, by: keyof Kept) =>
    kept
      .toSorted(
        (one, other) =>
          direction *
          (by === 'name' ? compare(one.name, other.name) : Number(one[by]) - Number(other[by])),
      )
      .slice(0, 5)
      .map(({ email }) => expect.stringContaining(email))
  // Without layout every row would be at the top of the list.
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(48)
  onTestFinished(() => height.mockRestore())
  const top = () => shown().slice(0, 5)
  const sortedBy = (name: string) =>
    screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await screen.findByText(`${members} customers`)
  expect(top()).toEqual(first(-1, 'joined'))
  for (const [header, by, direction] of [
    ['Points', 'points', -1],
    ['Points', 'points', 1],
    ['Total Spent', 'spent', -1],
    ['Customer', 'name', 1],
    ['Joined', 'joined', -1],
  ] as const) {
    await press(header, await part('table', 'Customers'))
    await expect.poll(top).toEqual(first(direction, by))
    expect(sortedBy(header)).toBe(direction === 1 ? 'ascending' : 'descending')
  }
  expect(sortedBy('Points')).toBe('none')
  await open('/business-dashboard?sort=-spent')
  await screen.findByText(`${members} customers`)
  await expect.poll(top).toEqual(first(-1, 'spent'))
  // A phone has no headers to press.
  const choice = screen.getByLabelText<HTMLSelectElement>('Sort customers')
  expect(choice.value).toBe('-spent')
  await user.selectOptions(choice, 'points')
  await expect.poll(top).toEqual(first(1, 'points'))
  expect(new URLSearchParams(location.search).get('sort')).toBe('points')
})

test('a new business has no members, no activity of others and no figures', async ({
  server,
  busy: _,
}) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await screen.findByText(/^No customers yet\. Put your QR code on the counter\./)
  await open('/business-dashboard/audit-log')
  await screen.findByText('Signed in', { selector: 'td *' })
  const people = () => screen.getAllByRole('row').slice(1)
  expect(people().every(({ textContent }) => /Test business_admin/.test(textContent))).toBe(true)
  // Only what is unusual has a result.
  expect(people().some(({ textContent }) => /Completed/.test(textContent))).toBe(false)
  await open('/business-dashboard/analytics')
  await screen.findByRole('button', { name: /^Sign-ups 0/ })
  screen.getByRole('button', { name: /^Sales \$0\.00/ })
  const rewards = await part('table', 'Reward Popularity')
  expect(rewards.getAllByRole('row').slice(1)).toHaveLength(1)
  screen.getByText('Coffee')
})

test('analytics count this business’s members and sales only', async ({ server, busy }) => {
  // Analytics count an hour after it has ended.
  server.turnClock(7_200_000)
  onTestFinished(() => server.turnClock(-7_200_000))
  await closeAllActivity(server.server)
  await signIn(busy.ownerEmail)
  const mend = network.answer(/\/analytics/, 503, {
    code: 'unavailable',
    message: 'Too much is going on. Try again.',
    requestId: 'r-7',
  })
  await open('/business-dashboard/analytics')
  await screen.findByText(/r-7/)
  mend()
  const [retry] = await screen.findAllByRole('button', { name: 'Try Again' })
  retry?.click()
  const [summed] =
    await server.sql`select sum(sign_ups)::int as "signUps", sum(revenue_cents)::int as cents
    from activity_hour where business_id = ${busy.businessId}`
  expect(summed).toEqual({ signUps: members, cents: members * 500 })
  await screen.findByRole('button', { name: new RegExp(`^Sign-ups ${members}`) })
  screen.getByRole('button', { name: /^Sales \$1,200\.00/ })
  network.cut()
  await open('/business-dashboard/analytics')
  await screen.findByText(/^Loaded /)
  expect(await screen.findAllByText(/^You’re offline\./)).toHaveLength(1)
  await screen.findByRole('button', { name: new RegExp(`^Sign-ups ${members}`) })
})

test('the activity log shows pages of what people did, filters it, and reports a failure', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const till = new TestDevice(await new TestBrowser(server.url).signIn(shop.staffEmail))
  const joins = Array.from({ length: 60 }, (_, n) =>
    till.make('customer.signUp', signUpPayload({ firstName: `Nr${n}` })),
  )
  await till.push(...joins)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/audit-log')
  const log = () => within(screen.getByRole('table', { name: 'Activity Log' }))
  const lines = () => log().getAllByRole('row').slice(1)
  await expect.poll(() => screen.queryAllByRole('row').length).toBeGreaterThan(20)
  const first = lines().length
  expect(first).toBeLessThan(60)
  // Today's line shows only the time, and links its customer.
  const line = lines().find(({ textContent }) => textContent.includes('Nr'))
  expect(line?.querySelector('time')?.textContent).toMatch(/^\s*\d+:\d\d [AP]M$/)
  expect(line?.querySelector('a')?.getAttribute('href')).toMatch(/\/customers\/\S+$/)
  await press('Show More')
  await expect.poll(() => lines().length).toBeGreaterThan(first)
  await user.selectOptions(screen.getByLabelText('Result'), 'Denied')
  await screen.findByText('No activity matches these filters.')
  expect(location.search).toContain('outcome=refused')
  await press('Clear Filters')
  await expect.poll(() => lines().length).toBeGreaterThanOrEqual(first)
  await user.selectOptions(screen.getByLabelText('Activity type'), 'Sign-in and accounts')
  await expect
    .poll(() => lines().every(({ textContent }) => /^Signed in/.test(textContent)))
    .toBe(true)
  const mend = network.answer(/\/audit/, 503, {
    code: 'unavailable',
    message: 'Too much is going on. Try again.',
    requestId: 'r-9',
  })
  await user.selectOptions(screen.getByLabelText('Activity type'), 'Purchases')
  await screen.findByText(/r-9/)
  mend()
  await press('Try Again')
  await screen.findByText('No activity matches these filters.')
})
