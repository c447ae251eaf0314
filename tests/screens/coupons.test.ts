/** The answers of the counter about a coupon: why it is no good, and the server's, when it comes. */
import { screen, within } from '@testing-library/dom'
import { directoryDigest } from '#sync-server/loyalty/coupon.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import {
  allSent,
  backToSearch,
  find,
  goOffline,
  otherDevice,
  pane,
  startShift,
  typeInSearch,
} from './support/at-counter.ts'
import { network, prefer } from './support/browser.ts'
import { fill, press, says } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

const scanAgain = /^(Scan Again|Escanear de nuevo)$/
const openMember = /^(Open Member|Abrir miembro)$/
const useButton = /^(Use Coupon|Usar cupón)$/
const expiredOn = { en: /^Expired on \w{3} \d+, \d{4}$/, es: /^Venció el \d+ \w+ \d{4}$/ }
const usedOn = {
  en: /^Already used on \w{3} \d+, \d{4} at \d+:\d\d/,
  es: /^Ya se usó el \d+ \w+ \d{4} \(\d+:\d\d/,
}
const canceled = {
  en: 'Canceled: its redemption was undone',
  es: 'Cancelado: se deshizo su canje',
}

const escaped = (text: string) => text.replace(/[$()]/g, '\\$&')

const useOf = ({ sql }: TestServer, code: string) =>
  sql`select used_at is not null as "isUsed" from coupon where code = ${code}`

const expire = ({ sql }: TestServer, code: string) =>
  sql`update coupon set expires_on = current_date - 2, expires_at = now() - interval '2 days'
    where code = ${code}`

test.for(['en', 'es'] as const)(
  'in %s, says why a coupon is no good, also offline',
  async (language, { server, shop }) => {
    const other = await otherDevice(server, shop)
    const { device } = other
    const [expired, spent, undone] = [
      await other.join('Eudora'),
      await other.join('Ulfric'),
      await other.join('Cosima'),
    ]
    await expire(server, expired.welcome)
    const couponId = newId()
    const redeemed = await device.push(
      device.make('coupon.use', { code: spent.welcome }),
      device.make('reward.redeem', {
        ...{ couponId, memberId: undone.memberId, rewardId: shop.rewardId, pointsSeen: 50 },
      }),
      device.make('redemption.undo', { couponId, memberId: undone.memberId }),
    )
    expect(redeemed.body.verdicts.map(({ status }) => status)).toEqual(Array(3).fill('applied'))
    const code = String(redeemed.body.verdicts[1]?.result?.couponCode)
    await prefer(language)
    await startShift(shop, expired, spent, undone)
    const expectAnswers = async () => {
      for (const [typed, why] of [
        [expired.welcome, expiredOn[language]],
        [spent.welcome.toLowerCase(), usedOn[language]],
        [code.replaceAll('-', ' '), canceled[language]],
      ] as const) {
        await find(typed)
        await screen.findByText(why, { selector: '[role=alert] *' })
        expect(screen.queryByRole('button', { name: useButton })).toBeNull()
        screen.getByRole('button', { name: scanAgain })
        screen.getByRole('button', { name: openMember })
        await backToSearch()
      }
    }
    await expectAnswers()
    await goOffline()
    await expectAnswers()
  },
)

test.for([
  ['en', /^10% off · Until /],
  ['es', /^10% de descuento · Hasta el /],
] as const)('in %s, a coupon states its discount', async ([language, terms], { server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Hildegard')
  await prefer(language)
  await startShift(shop, member)
  await find(member.welcome)
  await screen.findByText(says(terms))
})

test('two quick presses use a coupon once', async ({ server }) => {
  const cafe = await createTestBusiness(server)
  const member = await (await otherDevice(server, cafe)).join('Xanthe')
  await startShift(cafe, member)
  await find(member.welcome)
  const button = await screen.findByRole('button', { name: useButton })
  button.click()
  button.click()
  await screen.findByText(says('10% off used'))
  await allSent()
  expect(
    await server.sql`select status from applied_operation
      where business_id = ${cafe.businessId} and name = 'coupon.use'`,
  ).toEqual([{ status: 'applied' }])
})

const redeemed = () => ({ couponId: newId(), pointsSeen: 50 })
const freeItem = {
  en: {
    ...{ tab: 'Coupons', worth: 'Free, worth $3.00', used: 'Free item used, worth $3.00' },
    ...{ until: 'Until', amount: 'Amount' },
  },
  es: {
    ...{
      tab: 'Cupones',
      worth: 'Gratis (valor: $3.00)',
      used: 'Artículo gratis usado (valor: $3.00)',
    },
    ...{ until: 'Hasta el', amount: 'Importe' },
  },
}

test.for(['en', 'es'] as const)(
  'in %s, a coupon issued for a free item reads as free until its sale, also offline',
  async (language, { server }) => {
    const cafe = await createTestBusiness(server)
    const { tab, worth, used, until, amount } = freeItem[language]
    const { rewardId } = cafe
    const freeNow = (isFree: boolean) =>
      server.sql`update reward set free_item = ${isFree} where id = ${rewardId}`
    await freeNow(true)
    const { device, join } = await otherDevice(server, cafe)
    const member = await join('Wilhelmina')
    const { memberId } = member
    await device.push(device.make('reward.redeem', { ...redeemed(), memberId, rewardId }))
    await freeNow(false)
    await prefer(language)
    await startShift(cafe, member)
    await goOffline()
    await find(member.name)
    const panel = within(await pane(member.name))
    await press(tab, panel, 'tab')
    await press(new RegExp(`^Coffee.* · ${escaped(worth)} · ${until} `), panel)
    await screen.findByText(says(new RegExp(`^${escaped(worth)} · ${until} `)))
    await press(useButton)
    await screen.findByText(says(used))
    await fill(amount, '12.00')
    await screen.findByText(says(`${worth}: $12.00 → $9.00`))
  },
)

test('an expired coupon is not in its member’s list', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Hedwig')
  await expire(server, member.welcome)
  await startShift(shop, member)
  await find(member.name)
  const panel = within(await pane(member.name))
  await press('Coupons', panel, 'tab')
  await panel.findByText('No coupons on this device.')
})

test('lists a member’s coupon until it is used elsewhere', async ({ server, shop }) => {
  const { device, join } = await otherDevice(server, shop)
  const member = await join('Isolde')
  await startShift(shop, member)
  await find(member.name)
  const panel = within(await pane(member.name))
  await press('Coupons', panel, 'tab')
  const listed = new RegExp(`^Welcome.*…${member.welcome.slice(-4)} · Until `)
  await panel.findByRole('button', { name: listed })
  await device.push(device.make('coupon.use', { code: member.welcome }))
  await panel.findByText('No coupons on this device.')
  expect(panel.queryByRole('button', { name: listed })).toBeNull()
})

test('a coupon issued while this device is offline waits, and is accepted once online', async ({
  server,
  shop,
}) => {
  const other = await otherDevice(server, shop)
  await startShift(shop)
  const mend = await goOffline()
  const { welcome } = await other.join('Jocasta')
  await find(welcome)
  await screen.findByText('Not on this device', { selector: '[role=alert] *' })
  screen.getByText(/^This device doesn’t know this code\./)
  expect(screen.queryByRole('button', { name: useButton })).toBeNull()
  await press('Use Once Online')
  await screen.findByText(/^Don’t accept it yet\./)
  expect(await useOf(server, welcome)).toEqual([{ isUsed: false }])
  mend()
  const accepted = 'The server accepted it. This coupon is used now.'
  await screen.findByText(accepted)
  screen.getByText(welcome)
  await allSent()
  // The same pull brings the member and the used coupon.
  await screen.findByRole('option', { name: /Jocasta/ })
  screen.getByText(accepted)
  expect(screen.queryByText(/^Already used/)).toBeNull()
  expect(await useOf(server, welcome)).toEqual([{ isUsed: true }])
})

test('a code that this device doesn’t know is no verdict while the server is asked', async ({
  server,
  shop,
}) => {
  const other = await otherDevice(server, shop)
  await startShift(shop)
  const releaseSync = network.hold(/api\/sync/)
  const release = network.hold(/coupons\/verify/)
  const { welcome } = await other.join('Leocadia')
  await find(welcome)
  await screen.findByText('Not on this device. Looking online…', { selector: '[role=status] *' })
  expect(screen.queryByText('Not on this device', { selector: '[role=alert] *' })).toBeNull()
  screen.getByRole('button', { name: 'Use Once Online' })
  release()
  await screen.findByRole('button', { name: useButton })
  releaseSync()
})

test('a refused coupon is shown once: in its pane, then in a notice until it is dismissed', async ({
  server,
  shop,
}) => {
  const other = await otherDevice(server, shop)
  await startShift(shop)
  const mend = await goOffline()
  const { welcome } = await other.join('Kunigunde')
  await other.device.push(other.device.make('coupon.use', { code: welcome }))
  await find(welcome)
  await press('Use Once Online')
  mend()
  const refusal = /^This coupon was already used on /
  await screen.findByText(refusal, { selector: '[role=alert] *' })
  screen.getByText('Don’t accept this coupon.')
  expect(screen.getAllByText(refusal)).toHaveLength(1)
  await backToSearch()
  const attention = within(await pane('Needs attention'))
  await attention.findByText(refusal)
  expect(screen.getAllByText(refusal)).toHaveLength(1)
  await press('Dismiss', attention)
  await expect.poll(() => screen.queryByText(refusal)).toBeNull()
})

test('a coupon that a suspended business’s server holds is not accepted yet', async ({
  server,
}) => {
  const cafe = await createTestBusiness(server)
  const other = await otherDevice(server, cafe)
  await startShift(cafe, await other.join('Radegund'))
  const mend = await goOffline()
  const { welcome } = await other.join('Leocadia')
  await server.sql`update business set status = 'suspended' where id = ${cafe.businessId}`
  await find(welcome)
  await press('Use Once Online')
  mend()
  await screen.findByRole('link', { name: '1 on hold' })
  screen.getByText(/^Don’t accept it yet\. The business can’t make changes right now\./)
  expect(await useOf(server, welcome)).toEqual([{ isUsed: false }])
})

test('a refused coupon no longer counts as used, and one notice says so', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Ulrika')
  const { welcome } = member
  await startShift(shop, member)
  await find(welcome)
  await screen.findByRole('button', { name: 'Use Coupon' })
  const release = network.hold('/api/sync/push')
  await server.sql`update coupon set used_at = now() where code = ${welcome}`
  await press('Use Coupon')
  const used = `Welcome: 10% off used for ${member.name}.`
  await screen.findByText(says(used))
  release()
  const refused = /^Coupon was refused: /
  await screen.findByText(says(refused))
  expect(screen.queryByText(says(used))).toBeNull()
  const attention = within(await pane('Needs attention'))
  await press('Dismiss', attention)
  await expect.poll(() => screen.queryByText(says(refused))).toBeNull()
  expect(screen.queryByText(says(used))).toBeNull()
})

test('distinguishes another business’s coupon from an unknown code', async ({ server, shop }) => {
  const { businessId } = await createTestBusiness(server)
  const code = 'WXYZ-WXYZ-WXYZ'
  await server.sql`insert into coupon_code (digest, business_id)
    values (${directoryDigest(code)}, ${businessId})`
  await startShift(shop)
  await find(code)
  await screen.findByText(/^This coupon is another business’s/)
  screen.getByText(code)
  expect(screen.queryByRole('button', { name: 'Use Coupon' })).toBeNull()
  await backToSearch()
  // The cashier compares the code with the customer's, letter by letter.
  await find('wxyz wxyz wxya')
  await screen.findByText('No coupon has this code. Check it with the customer.')
  screen.getByText('WXYZ-WXYZ-WXYA')
  await press('Scan Again')
  await pane('Scan a Card or Coupon')
  await press('Stop Scanning')
  await find('WXYZ-WXYZ')
  await screen.findByText(says('Nobody found for “WXYZ-WXYZ”.'))
})

test.for([
  ['en', /^Check This Code$/],
  ['es', /^Comprobar este código$/],
] as const)(
  'in %s, a typed coupon code gets a button, for keyboards without Enter',
  async ([language, label], { server, shop }) => {
    const member = await (await otherDevice(server, shop)).join('Philippa')
    await prefer(language)
    await startShift(shop, member)
    typeInSearch(member.welcome.toLowerCase().replaceAll('-', ' '))
    await press(label)
    await screen.findByRole('button', { name: useButton })
  },
)
