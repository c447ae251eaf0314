/**
 * An owner on a member's page records, voids and corrects points.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { allSent, goOffline, linesOf, otherDevice } from './support/at-counter.ts'
import { fact, openMember } from './support/at-office.ts'
import { network, open } from './support/browser.ts'
import {
  expectInvalid,
  fieldOf,
  fill,
  findField,
  part,
  press,
  says,
  user,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const salesOf = ({ sql }: TestServer, email: string) =>
  sql`select amount_cents::int as amount, reversed_cents::int as voided, tender,
      p.note from purchase p
    join customer c on c.business_id = p.business_id and c.id = p.member_id
    where c.email = ${email} order by amount_cents`

test('records a purchase with its tender and note, after amounts that are not valid', async ({
  server,
}) => {
  const shop = await createTestBusiness(server, { excludedTenders: ['gift_card'] })
  const member = await (await otherDevice(server, shop)).join('Perpetua')
  const tab = await openMember(shop, member)
  for (const [wrong, sentence] of [
    ['', /^Enter an amount/],
    ['seven', /^Enter an amount/],
    ['0', 'Enter an amount greater than $0.00'],
    ['1,000,000.01', 'The maximum is $1,000,000'],
  ] as const) {
    await fill('Amount', wrong)
    await press(/^Record Purchase/, tab)
    await tab.findByText(sentence)
    await expectInvalid('Amount', sentence)
    expect(document.activeElement).toBe(fieldOf('Amount'))
  }
  // The counter accepts the same: a dollar sign and commas, or digits of a Japanese keyboard.
  await fill('Amount', '１２.50')
  await tab.findByText('Earns 12 points')
  await fill('Amount', '$1,234.50')
  await tab.findByText('Earns 1,234 points')
  await press('Gift card', tab, 'radio')
  await tab.findByText('Earns 0 points')
  await press('Cash', tab, 'radio')
  await fill('Note', 'Wedding cake')
  await press('Record Purchase · $1,234.50', tab)
  const question = () => part('alertdialog', 'Record $1,234.50?')
  await press('Change Amount', await question())
  expect(await salesOf(server, member.email)).toEqual([])
  await press('Record Purchase · $1,234.50', tab)
  await press('Record $1,234.50', await question())
  await toast('Purchase recorded', 'Perpetua earned 1,234 points.')
  expect([fieldOf('Amount').value, fieldOf('Note').value]).toEqual(['', ''])
  await tab.findByText(/· Cash · Wedding cake$/)
  await expect.poll(() => fact('Points')).toBe('1,334')
  expect(fact('Spent')).toBe('$1,234.50')
  await allSent()
  expect(await salesOf(server, member.email)).toEqual([
    { amount: 123_450, voided: 0, tender: 'cash', note: 'Wedding cake' },
  ])
  expect(await linesOf(server, member.email)).toEqual(['purchase 1234', 'welcome 100'])
})

test('records one purchase for two presses', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Dorothea')
  await openMember(shop, member)
  await fill('Amount', '8')
  await user.keyboard('{Enter}{Enter}')
  await toast('Purchase recorded', 'Dorothea earned 8 points.')
  await allSent()
  expect(await linesOf(server, member.email)).toEqual(['purchase 8', 'welcome 100'])
})

test('voids a part of a purchase once for two presses, then the rest, and not more', async ({
  server,
  shop,
}) => {
  const { device, join } = await otherDevice(server, shop)
  const member = await join('Vivienne')
  const sale = { purchaseId: newId(), memberId: member.memberId, amount: '20.00' }
  await device.push(device.make('purchase.record', sale))
  const tab = await openMember(shop, member)
  await press('Undo the $20.00 purchase', tab)
  const question = await part('alertdialog', 'Undo this purchase?')
  await question.findByText(says('Vivienne loses the points that this amount earned.'))
  for (const [wrong, sentence] of [
    ['some', 'Enter an amount like 4.50'],
    ['0', 'Enter an amount like 4.50'],
    ['20.01', 'At most $20.00 is left of this purchase.'],
  ] as const) {
    await fill('Amount to undo', wrong, question)
    await press('Undo', question)
    await question.findByText(sentence)
  }
  await fill('Amount to undo', '4.50', question)
  await user.dblClick(question.getByRole('button', { name: 'Undo' }))
  await toast('Purchase undone', '$4.50 was taken back from Vivienne’s purchases.')
  await tab.findByText('$4.50 undone')
  await allSent()
  const sold = { amount: 2000, tender: null, note: null }
  expect(await salesOf(server, member.email)).toEqual([{ ...sold, voided: 450 }])
  await expect.poll(() => fact('Points')).toBe('115')

  await press('Undo the $20.00 purchase', tab)
  const rest = await part('alertdialog', 'Undo this purchase?')
  expect((await findField('Amount to undo', rest)).value).toBe('15.50')
  await press('Undo', rest)
  await tab.findByText('Undone')
  expect(tab.queryByRole('button', { name: /^Undo/ })).toBeNull()
  await allSent()
  expect(await salesOf(server, member.email)).toEqual([{ ...sold, voided: 2000 }])
  await expect.poll(() => fact('Points')).toBe('100')
})

test('shows a void that the server refuses, and keeps the purchase', async ({ server, shop }) => {
  const { device, join } = await otherDevice(server, shop)
  const member = await join('Radegund')
  const sale = { purchaseId: newId(), memberId: member.memberId, amount: '6.00' }
  await device.push(device.make('purchase.record', sale))
  const tab = await openMember(shop, member)
  await tab.findByText('$6.00')
  const mend = network.cut(/^\/api\/sync/)
  const reverse = { purchaseId: sale.purchaseId, memberId: member.memberId }
  await device.push(device.make('purchase.reverse', reverse))
  await press('Undo the $6.00 purchase', tab)
  await press('Undo', await part('alertdialog', 'Undo this purchase?'))
  await tab.findByText('Undone')
  mend()
  window.dispatchEvent(new Event('online'))
  await screen.findByText(/^.*didn’t go through\.$/)
  await screen.findByRole('link', { name: 'Review' })
  expect(await linesOf(server, member.email)).toEqual(['purchase 6', 'reversal -6', 'welcome 100'])
})

test('adjusts points with a reason, below zero only if the owner agrees', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Adelheid')
  const tab = await openMember(shop, member, 'history')
  const ask = async () => {
    await press('Adjust Points', tab)
    return part('dialog', 'Adjust Points')
  }
  const dialog = await ask()
  await dialog.findByText(says('Adelheid sees the reason on their card.'))
  const submit = () => press('Adjust Points', dialog)
  await submit()
  await expectInvalid('Points', 'Enter a whole number of points')
  await expectInvalid('Reason', 'Give a reason')
  for (const [wrong, sentence] of [
    ['1.5', 'Enter a whole number of points'],
    ['0', 'Enter how many points to add or take'],
    ['10000001', 'That is too many points'],
  ] as const) {
    await fill('Points', wrong, dialog)
    await submit()
    await expectInvalid('Points', sentence)
  }
  await press('Take Away', dialog, 'radio')
  await fill('Points', '150', dialog)
  await dialog.findByText('New balance: -50')
  await fill('Reason', 'Counted twice', dialog)
  await submit()
  await dialog.findByText('They have only 100 points.')
  await press(/^Let the balance go below zero/, dialog, 'checkbox')
  await submit()
  await toast('Points adjusted', 'Adelheid has -50 points now.')
  await tab.findByText('Correction: Counted twice')

  // Points given to a member in debt need no agreement.
  const again = await ask()
  await fill('Points', '49', again)
  await fill('Reason', 'An apology', again)
  expect(again.queryByRole('checkbox')).toBeNull()
  await press('Adjust Points', again)
  await toast('Points adjusted', 'Adelheid has -1 point now.')
  await expect
    .poll(() => linesOf(server, member.email))
    .toEqual(['adjustment -150', 'adjustment 49', 'welcome 100'])
})

test('undoes a correction from its toast, and an undo from the history', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Euphemia')
  const tab = await openMember(shop, member, 'history')
  await press('Adjust Points', tab)
  const dialog = await part('dialog', 'Adjust Points')
  await fill('Points', '50', dialog)
  await fill('Reason', 'Late stamp', dialog)
  await press('Adjust Points', dialog)
  await toast('Points adjusted', 'Euphemia has 150 points now.')
  await press('Undo', within(await screen.findByRole('region', { name: 'Notifications' })))
  await toast('Correction undone', 'Euphemia has 100 points now.')
  await tab.findByText('Correction: Undo: Late stamp')
  await tab.findByText('Undone')
  expect(tab.queryByRole('button', { name: 'Undo the correction “Late stamp”' })).toBeNull()

  await press('Undo the correction “Undo: Late stamp”', tab)
  await toast('Correction undone', 'Euphemia has 150 points now.')
  await expect
    .poll(() => linesOf(server, member.email))
    .toEqual(['adjustment -50', 'adjustment 50', 'adjustment 50', 'welcome 100'])
})

/** A member of a business of their own, whose history the owner has open here. */
async function openHistory(server: TestServer, firstName: string) {
  const shop = await createTestBusiness(server)
  const elsewhere = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const member = await (await otherDevice(server, shop)).join(firstName)
  const { memberId } = member
  return {
    ...{ ...member, tab: await openMember(shop, member, 'history') },
    adjustElsewhere: (points: number, reason: string, more: object = {}) =>
      elsewhere.push(elsewhere.make('points.adjust', { memberId, points, reason, ...more })),
  }
}

const correctionOf = async ({ sql }: TestServer, memberId: string) =>
  (
    await sql<{ id: string }[]>`select id from points_entry
      where member_id = ${memberId} and points > 0 and reason = 'adjustment'`
  )[0]?.id

/** Types a correction of the member whose history is shown. */
async function adjust(points: string, reason: string, take = false) {
  await press('Adjust Points')
  const dialog = await part('dialog', 'Adjust Points')
  if (take) await press('Take Away', dialog, 'radio')
  await fill('Points', points, dialog)
  await fill('Reason', reason, dialog)
  await press('Adjust Points', dialog)
  await toast('Points adjusted')
}

test('the undo of a refused correction gives no points', async ({ server }) => {
  const { tab, email, adjustElsewhere } = await openHistory(server, 'Gisela')
  const mend = await goOffline()
  await adjustElsewhere(-50, 'Spent elsewhere')
  await adjust('100', 'Card shared', true)
  await press('Undo the correction “Card shared”', tab)
  await tab.findByText('Undone')
  mend()
  await expect.poll(() => tab.queryByText('Correction: Card shared')).toBeNull()
  await expect.poll(() => tab.queryByText('Correction: Undo: Card shared')).toBeNull()
  expect(await linesOf(server, email)).toEqual(['adjustment -50', 'welcome 100'])
})

test('a discarded correction takes its undo along', async ({ server }) => {
  const { tab, email } = await openHistory(server, 'Roswitha')
  const mend = await goOffline()
  await adjust('40', 'Typed twice', true)
  await press('Undo the correction “Typed twice”', tab)
  await tab.findByText('Undone')
  await open('/outbox')
  const title = await screen.findByText(says(/^-40 points for /))
  await press('Discard', within(title.closest('li') as HTMLElement))
  const question = within(await screen.findByRole('alertdialog'))
  await press('Discard', question)
  await expect.poll(() => screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  mend()
  await allSent()
  expect(await linesOf(server, email)).toEqual(['welcome 100'])
})

test('an undo below zero asks first, and stops when another device is faster', async ({
  server,
}) => {
  const { tab, email, memberId, adjustElsewhere } = await openHistory(server, 'Brunhild')
  await adjust('50', 'Late stamp')
  await expect.poll(() => linesOf(server, email)).toContain('adjustment 50')
  await allSent()
  await adjustElsewhere(-130, 'Spent elsewhere')
  await tab.findByText('Correction: Spent elsewhere')
  await press('Undo the correction “Late stamp”', tab)
  const dialog = await part('dialog', 'Adjust Points')
  await dialog.findByText('New balance: -30')
  expect(fieldOf('Reason').value).toBe('Undo: Late stamp')
  await press('Adjust Points', dialog)
  await dialog.findByText(/^They have only 20 points/)
  const undoes = await correctionOf(server, memberId)
  // In the other device's language, with a reason of its own.
  await adjustElsewhere(-50, 'Deshacer: Late stamp', { acceptDebt: true, undoes })
  await dialog.findByText('This correction was undone on another device.')
  expect(dialog.getByRole('button', { name: 'Adjust Points' })).toHaveProperty('disabled', true)
  await press('Cancel', dialog)
  await tab.findByText('Undone')
  expect(tab.queryByRole('button', { name: 'Undo the correction “Late stamp”' })).toBeNull()
  await tab.findByText('Correction: Undo: Late stamp')
  await tab.findByRole('button', { name: 'Undo the correction “Undo: Late stamp”' })
})

test('an undo made without a network is refused if another device came first', async ({
  server,
}) => {
  const { tab, email, memberId, adjustElsewhere } = await openHistory(server, 'Walburga')
  await adjust('50', 'Late stamp')
  await expect.poll(() => linesOf(server, email)).toContain('adjustment 50')
  await allSent()
  const mend = await goOffline()
  await press('Undo the correction “Late stamp”', tab)
  await tab.findByText('Undone')
  await adjustElsewhere(-50, 'Faster', { undoes: await correctionOf(server, memberId) })
  mend()
  await tab.findByText('Correction: Faster')
  await expect.poll(() => tab.queryByText('Correction: Undo: Late stamp')).toBeNull()
  expect(await linesOf(server, email)).toEqual(['adjustment -50', 'adjustment 50', 'welcome 100'])
})

test('the toast of a correction that another device has undone undoes nothing', async ({
  server,
}) => {
  const { tab, email, memberId, adjustElsewhere } = await openHistory(server, 'Adelheid')
  await adjust('40', 'Late stamp')
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
  const undo = await toasts.findByRole('button', { name: 'Undo' })
  await expect.poll(() => linesOf(server, email)).toContain('adjustment 40')
  await adjustElsewhere(-40, 'Faster', { undoes: await correctionOf(server, memberId) })
  await tab.findByText('Undone')
  const mend = await goOffline()
  undo.click()
  await toast('Correction not undone', 'This correction is already undone.')
  expect(fact('Points')).toBe('100')
  mend()
})

test('an undo whose points are changed is a correction of its own', async ({ server }) => {
  const { tab, email, memberId, adjustElsewhere } = await openHistory(server, 'Irmgard')
  await adjustElsewhere(50, 'Late stamp')
  await adjustElsewhere(-130, 'Spent elsewhere')
  await tab.findByText('Correction: Spent elsewhere')
  await press('Undo the correction “Late stamp”', tab)
  const dialog = await part('dialog', 'Adjust Points')
  await fill('Points', '15', dialog)
  await press('Adjust Points', dialog)
  await toast('Points adjusted', 'Irmgard has 5 points now.')
  await expect.poll(() => linesOf(server, email)).toContain('adjustment -15')
  expect(
    await server.sql`select undoes from points_entry
    where member_id = ${memberId} and points = -15`,
  ).toEqual([{ undoes: null }])
  await tab.findByRole('button', { name: 'Undo the correction “Late stamp”' })
})

test('each undo is of its own correction, also of two with one reason', async ({ server }) => {
  const { tab, adjustElsewhere } = await openHistory(server, 'Hedwig')
  await adjustElsewhere(500, 'Late stamp')
  await tab.findByText('Correction: Late stamp')
  await adjust('20', 'Late stamp')
  const buttons = await tab.findAllByRole('button', { name: 'Undo the correction “Late stamp”' })
  await user.click(buttons[1] as HTMLElement)
  await toast('Correction undone', 'Hedwig has 120 points now.')
  await press('Undo the correction “Late stamp”', tab)
  await toast('Correction undone', 'Hedwig has 100 points now.')
  expect(tab.getAllByText('Undone')).toHaveLength(2)
})

test('leads from the toast back to the history that was left', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Theodora')
  await openMember(shop, member, 'history')
  await adjust('50', 'Late stamp')
  await press('About', screen, 'tab')
  await screen.findByRole('textbox', { name: /^Note for your team/ })
  await press('Undo', within(await screen.findByRole('region', { name: 'Notifications' })))
  await screen.findByRole('button', { name: 'Undo the correction “Late stamp”' })
})

test('asks once about far more points than any reward costs', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Kunigunde')
  const tab = await openMember(shop, member, 'history')
  await press('Adjust Points', tab)
  const dialog = await part('dialog', 'Adjust Points')
  await fill('Points', '99999', dialog)
  await fill('Reason', 'Late stamp', dialog)
  await press('Adjust Points', dialog)
  const question = () => part('alertdialog', 'Add 99,999 points?')
  await press('Change Points', await question())
  expect(await linesOf(server, member.email)).toEqual(['welcome 100'])
  await press('Adjust Points', dialog)
  await press('Add 99,999 Points', await question())
  await toast('Points adjusted', 'Kunigunde has 100,099 points now.')

  // The undo repeats a number that the person has confirmed.
  await press('Undo the correction “Late stamp”', tab)
  await toast('Correction undone', 'Kunigunde has 100 points now.')
})

test('shows no way to adjust points to staff', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Ludmilla')
  const tab = await openMember({ ...shop, ownerEmail: shop.staffEmail }, member, 'history')
  await tab.findByText('+100')
  expect(tab.queryByRole('button', { name: 'Adjust Points' })).toBeNull()
  within(document.body).getByRole('tab', { name: 'About' })
})
