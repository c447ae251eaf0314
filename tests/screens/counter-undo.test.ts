/**
 * An act that was undone from the member’s pad, or on another device: its line offers no undo. A
 * coupon’s discount follows its undo and that of its sale.
 */
import { screen, within } from '@testing-library/dom'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  allSent,
  backToSearch,
  find,
  type Member,
  otherDevice,
  pane,
  sell,
  startShift,
} from './support/at-counter.ts'
import { fill, press, says, user } from './support/hands.ts'
import { test as base, expect } from './support/screen-test.ts'

const test = base
  /** Its reward costs 50 points. */
  .extend('cafe', async ({ server }) => createTestBusiness(server))
  .extend('other', async ({ server, cafe }) => otherDevice(server, cafe))

interface Case {
  act: (member: Member) => Promise<unknown>
  /** The text in the line of the act. */
  done: RegExp
  /** The text in the status of the pad, and afterwards in the line. */
  undone: (name: string) => string
}

const sale: Case = {
  act: () => sell('16.65'),
  done: /^\$16\.65 recorded for/,
  undone: (name) => `$16.65 for ${name} was undone.`,
}

const cases: [string, Case][] = [
  ['sale', sale],
  [
    'redemption',
    {
      async act() {
        await press('Redeem Coffee (50 points)')
        await screen.findByRole('img', { name: /^QR code of coupon / })
        await press('Keep for Later')
      },
      done: /^Coffee redeemed for/,
      undone: (name) => `Coffee was undone. The points went back to ${name}.`,
    },
  ],
  [
    'reward that was handed over',
    {
      async act() {
        await press('Redeem Coffee (50 points)')
        await screen.findByRole('img', { name: /^QR code of coupon / })
        await press('Mark as Used Now')
        await screen.findByText(says('$3.00 off used'))
        await backToSearch()
      },
      done: /^Coffee used for/,
      undone: (name) => `The use of Coffee was undone. ${name} can still use it.`,
    },
  ],
  [
    'used coupon',
    {
      async act({ name, welcome }) {
        await find(welcome)
        await press('Use Coupon')
        await within(await pane(name)).findByText(says('10% off used'))
        await backToSearch()
      },
      done: /^Welcome: 10% off used for/,
      undone: (name) => `The use of Welcome: 10% off was undone. ${name} can still use it.`,
    },
  ],
]

const closed = ({ name }: Member) =>
  expect.poll(() => screen.queryByRole('region', { name })).toBeNull()

for (const [what, { act, done, undone }] of cases) {
  test(`after the undo of a ${what} on the pad, its line says so and offers no undo`, async ({
    cafe,
    other,
  }) => {
    const [member, next] = [await other.join('Rosalind'), await other.join('Seraphina')]
    await startShift(cafe, member, next)
    await find(member.name)
    await pane(member.name)
    await act(member)
    await screen.findByText(says(done))
    await closed(member)
    await find(member.name)
    const panel = within(await pane(member.name))
    const today = within(await panel.findByRole('region', { name: 'Today' }))
    await press('Undo', today)
    await today.findByText(says(undone(member.name)))
    expect(screen.queryByText(says(done))).toBeNull()
    await backToSearch()
    await closed(member)
    await screen.findByText(says(undone(member.name)))
    expect(screen.queryByText(says(done))).toBeNull()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await find(next.name)
    await pane(next.name)
    expect(screen.queryByRole('button', { name: /^Before: / })).toBeNull()
  })
}

test('the line of a sale says so once another device has undone it', async ({
  server,
  cafe,
  other: { device, join },
}) => {
  const member = await join('Philippa')
  await startShift(cafe, member)
  await find(member.name)
  await sale.act(member)
  await allSent()
  const [row] = await server.sql`select id from purchase where member_id = ${member.memberId}`
  const undoes = { purchaseId: row?.id ?? '', memberId: member.memberId }
  await device.push(device.make('purchase.reverse', undoes))
  await screen.findByText(says(sale.undone(member.name)))
  expect(screen.queryByText(says(sale.done))).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a coupon whose use was undone on the pad takes nothing off the sale', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Ottoline')
  await startShift(cafe, member)
  await find(member.welcome)
  await press('Use Coupon')
  const panel = within(await pane(member.name))
  await panel.findByText(says('10% off used'))
  await press('Undo', within(await panel.findByRole('region', { name: 'Today' })))
  await expect.poll(() => panel.queryByText(says('10% off used'))).toBeNull()
  await sell('20.00')
})

test('a used coupon’s discount waits for its sale, and comes back with the sale undone', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Sidonie')
  await startShift(cafe, member)
  await find(member.welcome)
  await press('Use Coupon')
  const panel = within(await pane(member.name))
  await panel.findByText(says('10% off used'))
  await backToSearch()
  await expect.poll(() => screen.queryByRole('region', { name: member.name })).toBeNull()
  await find(member.name)
  const again = within(await pane(member.name))
  await again.findByText(says('10% off used'))
  await fill('Amount', '20.00')
  await user.keyboard('{Enter}')
  await screen.findByText(says(/^\$18\.00 recorded for Sidonie /))
  await screen.findByText(/^Find or scan a member to start/)
  await press('Undo')
  await find(member.name)
  await within(await pane(member.name)).findByText(says('10% off used'))
})
