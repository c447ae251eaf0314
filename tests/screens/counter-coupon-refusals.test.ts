/**
 * Coupons and a reward that were good on the cashier's offline device and are refused by the server:
 * what the notice says, and where its next step leads.
 */
import { screen, within } from '@testing-library/dom'
import { directoryDigest } from '#sync-server/loyalty/coupon.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  allSent,
  backToSearch,
  find,
  goOffline,
  linesOf,
  otherDevice,
  pane,
  startShift,
} from './support/at-counter.ts'
import { prefer } from './support/browser.ts'
import { part, press, says } from './support/hands.ts'
import { ownerOf } from './support/owner-elsewhere.ts'
import { test as base, expect } from './support/screen-test.ts'

const test = base
  .extend('cafe', async ({ server }) => createTestBusiness(server))
  .extend('other', async ({ server, cafe }) => otherDevice(server, cafe))

const attention = () => part('region', /^(Needs attention|Requiere atención)$/)
const useCoupon = () => press(/^(Use Coupon|Usar cupón)$/)
const dontAccept = /^(Don’t accept this coupon\.|No aceptes este cupón\.)$/
const openMember = /^(Open Member|Abrir miembro)$/

test.for([
  ['en', /^This coupon expired on \w{3} \d+, \d{4}\.$/],
  ['es', /^Este cupón venció el \d+ \w+ \d{4}\.$/],
] as const)(
  'in %s, leads from a coupon that expired before it synced to its member',
  async ([language, why], { server, cafe, other }) => {
    const member = await other.join('Ealhswith')
    await prefer(language)
    await startShift(cafe, member)
    const mend = await goOffline()
    await find(member.welcome)
    await useCoupon()
    await server.sql`update coupon set expires_on = current_date - 2,
        expires_at = now() - interval '2 days' where code = ${member.welcome}`
    mend()
    const region = await attention()
    await region.findByText(why)
    region.getByText(dontAccept)
    await press(openMember, region)
    await pane(member.name)
    await press(/^(Dismiss|Descartar)$/, region)
    await allSent()
    expect(region.queryByText(why)).toBeNull()
  },
)

test('leads from a coupon whose redemption was undone to the member, who can redeem again', async ({
  server,
  cafe,
  other,
}) => {
  const { device } = other
  const member = await other.join('Wulfthryth')
  const { memberId } = member
  const { rewardId } = cafe
  const couponId = newId()
  const redeemed = await device.push(
    device.make('reward.redeem', { couponId, memberId, rewardId, pointsSeen: 50 }),
  )
  const code = String(redeemed.body.verdicts[0]?.result?.couponCode)
  await startShift(cafe, member)
  const mend = await goOffline()
  await find(code)
  await useCoupon()
  const undone = await device.push(device.make('redemption.undo', { couponId, memberId }))
  expect(undone.body.verdicts).toMatchObject([{ status: 'applied' }])
  mend()
  const region = await attention()
  await region.findByText(says('This coupon was canceled: its redemption was undone.'))
  region.getByText(dontAccept)
  await within(await pane(member.name)).findByText('Coupon refused')
  await press(openMember, region)
  await expect.poll(() => screen.queryByText('Coupon refused')).toBeNull()
  await within(await pane(member.name)).findByText('100 points')
  await press('Redeem Coffee (50 points)')
  await screen.findByRole('img', { name: /^QR code of coupon / })
  expect(await linesOf(server, member.email)).toEqual([
    ...['redemption -50', 'redemption -50', 'reversal 50', 'welcome 100'],
  ])
})

test.for([
  ['another business’s', 'WXYZ-WXYZ-WXYZ', /^This coupon is from a different business/, dontAccept],
  ['an unknown', 'AAAA-BBBB-DDDD', /^We don’t recognize that code/, /^Check the code with the/],
] as const)(
  'says of %s coupon not to accept it, and leads to no member',
  async ([, code, why, next], { server, cafe, other }) => {
    const { businessId } = await createTestBusiness(server)
    await server.sql`insert into coupon_code (digest, business_id)
      values (${directoryDigest('WXYZ-WXYZ-WXYZ')}, ${businessId}) on conflict do nothing`
    const member = await other.join('Osthryth')
    await startShift(cafe, member)
    const mend = await goOffline()
    await find(code)
    await press('Use Once Online')
    mend()
    await screen.findByText(why)
    screen.getByText(next)
    await backToSearch()
    const region = await attention()
    await region.findByText(next)
    expect(region.queryByRole('button', { name: openMember })).toBeNull()
    await press('Dismiss', region)
    await expect.poll(() => screen.queryByText(next)).toBeNull()
    await allSent()
  },
)

test.for([
  ['en', 'This reward has expired.', 'Choose another reward.'],
  ['es', 'Esta recompensa venció.', 'Elige otra recompensa.'],
] as const)(
  'in %s, leads from a reward that expired before it synced to the member’s other rewards',
  async ([language, why, next], { server, cafe, other }) => {
    const member = await other.join('Eormenhild')
    const owner = await ownerOf(server, cafe)
    await owner.offer('Tea', 20)
    await prefer(language)
    await startShift(cafe, member)
    await find(member.name)
    const mend = await goOffline()
    await press(/^(Redeem|Canjear) Coffee/)
    await server.sql`update reward set expiry_date = current_date - 2 where id = ${cafe.rewardId}`
    mend()
    const region = await attention()
    await region.findByText(why)
    region.getByText(next)
    await press(openMember, region)
    await press(/^(Rewards|Recompensas)$/, screen, 'tab')
    const tea = (await screen.findByText('Tea')).closest('li') as HTMLElement
    await press(/^(Redeem|Canjear)$/, within(tea))
    await screen.findByRole('img', { name: /^(QR code of coupon|Código QR del cupón) / })
    expect(await linesOf(server, member.email)).toEqual(['redemption -20', 'welcome 100'])
  },
)
