/** Redeeming and using coupons on a member's page while offline, and the owner's limits for it. */
import { screen } from '@testing-library/dom'
import { newId } from '#sync-server/rule/id.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { allSent, otherDevice } from './support/at-counter.ts'
import { fact, openMember } from './support/at-office.ts'
import { network, open, signIn } from './support/browser.ts'
import {
  expectInvalid,
  fieldOf,
  fill,
  findField,
  part,
  press,
  pressTwice,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const couponsOf = ({ sql }: TestServer, email: string) =>
  sql`select k.source, k.used_at is not null as used from coupon k
    join customer c on c.business_id = k.business_id and c.id = k.member_id
    where c.email = ${email} order by k.source`

/** Cuts the sync and waits until the screen says so. @returns a function that ends it */
async function goOffline(): Promise<() => void> {
  const mend = network.cut()
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('link', { name: 'Offline' })
  return () => {
    mend()
    window.dispatchEvent(new Event('online'))
  }
}

test('without trust, reserves the points offline and shows the coupon once it has synced', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Leocadia')
  const tab = await openMember(shop, member, 'rewards')
  await allSent()
  const reconnect = await goOffline()
  await press('Redeem', tab)
  await tab.findByText('Don’t hand it over yet. The coupon appears once this syncs.')
  expect(tab.queryByRole('button', { name: 'Hand It Over Now' })).toBeNull()
  await expect.poll(() => fact('Points')).toBe('50')
  expect(await couponsOf(server, member.email)).toEqual([{ source: 'welcome', used: false }])
  reconnect()
  await tab.findByRole('img', { name: /QR code of coupon/ })
  await press('Keep for Later', tab)
  expect(await couponsOf(server, member.email)).toEqual([
    { source: 'reward', used: false },
    { source: 'welcome', used: false },
  ])
})

test('within the owner’s limits, hands a reward over offline, and counts it after the sync', async ({
  server,
}) => {
  const [shop, other] = [await createTestBusiness(server), await createTestBusiness(server)]
  const { device: till, join } = await otherDevice(server, shop)
  const member = await join('Eulalia')
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/offline-redemption')
  await press(/^Trust within limits/, screen, 'radio')
  const [each, device] = ['Most points for one reward', 'Most points per device before it syncs']
  for (const [label, wrong, sentence] of [
    [each, 'many', 'Enter a whole number of points'],
    [each, '0', 'Enter at least 1 point'],
    [device, '99', 'This must be at least as much as one reward'],
    [device, '10000001', 'Enter at most 10,000,000 points'],
  ] as const) {
    const { value } = fieldOf(label)
    await fill(label, wrong)
    await press('Save')
    await expectInvalid(label, sentence)
    await fill(label, value)
  }
  await fill(device, '150')
  const worstCase = await screen.findByText(
    /^Worst case: \d devices? .* could hand over \d+ points/,
  )
  const [, points, dollars] = /over (\d+) points .* that’s \$(.*) at most/.exec(
    worstCase.parentElement?.textContent ?? '',
  ) as string[]
  // A coffee costs 50 points and is worth $3.00.
  expect(Number(dollars)).toBe((Number(points) * 3) / 50)
  await press('Save')
  await toast('Offline redemption updated')
  const trusts = await server.sql`
    select id, trust_points_per_redemption as each, trust_points_per_device as device
    from business where id in (${shop.businessId}, ${other.businessId})
    order by id = ${shop.businessId} desc`
  expect(trusts).toEqual([
    { id: shop.businessId, each: 100, device: 150 },
    { id: other.businessId, each: null, device: null },
  ])

  const { memberId } = member
  await till.push(
    till.make('purchase.record', { purchaseId: newId(), memberId, amount: '3.00', note: null }),
  )
  const tab = await openMember(shop, member, 'rewards')
  // A device that knows of this later sale knows the limits.
  await expect.poll(() => fact('Points')).toBe('103')
  const reconnect = await goOffline()
  await press('Redeem', tab)
  await tab.findByText('Hand it over now. It’s within the owner’s limits and syncs later.')
  await press('Done', tab)
  await toast(`Coffee was handed over to ${member.name}.`)
  expect(await couponsOf(server, member.email)).toEqual([{ source: 'welcome', used: false }])
  reconnect()
  await expect
    .poll(() => couponsOf(server, member.email))
    .toEqual([
      { source: 'reward', used: true },
      { source: 'welcome', used: false },
    ])
  await expect.poll(() => fact('Points')).toBe('53')
})

test('keeps the limits that the server did not save', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/offline-redemption')
  await press(/^Trust within limits/, screen, 'radio')
  await fill('Most points for one reward', '70')
  const mend = network.answer(/\/offline-redemption$/, 503, {
    code: 'unavailable',
    message: 'Too much is going on. Try again.',
    requestId: 'r-1',
  })
  await press('Save')
  await toast('Not saved')
  expect((await findField('Most points for one reward')).value).toBe('70')
  mend()
  await press('Save')
  await toast('Offline redemption updated')
})

test('saves the limits once if the owner taps twice', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/offline-redemption')
  await press(/^Trust within limits/, screen, 'radio')
  await fill('Most points for one reward', '70')
  const path = `/api/business/${shop.businessId}/offline-redemption`
  await pressTwice('Save', path)
  const changes = network.asked.filter(({ method }) => method === 'PATCH')
  expect(changes.map((asked) => asked.path)).toEqual([path])
  await toast('Offline redemption updated')
})

test('uses a coupon offline after a question, and shows it as used once the server agrees', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Scholastica')
  const tab = await openMember(shop, member, 'coupons')
  await tab.findByText(new RegExp(`^…${member.welcome.slice(-4)}$`))
  await allSent()
  const reconnect = await goOffline()
  const ask = async () => {
    await press('Use', tab)
    return part('alertdialog', 'Mark this coupon as used?')
  }
  const first = await ask()
  await first.findByText(/Coupons work only once\.$/)
  await press('Cancel', first)
  expect(tab.queryByText('Used')).toBeNull()
  await press('Mark as Used', await ask())
  await toast('Coupon used', /^.*Coupon applied: /)
  await tab.findByText('Used')
  expect(await couponsOf(server, member.email)).toEqual([{ source: 'welcome', used: false }])
  reconnect()
  await expect
    .poll(() => couponsOf(server, member.email))
    .toEqual([{ source: 'welcome', used: true }])
})
