/**
 * Names, rewards and amounts in the counter’s sentences are elements that browsers’ translation
 * leaves alone: “Rose May” stays a person, and “Free Turkey” no country. The sentences read as before.
 */
import { screen, within } from '@testing-library/dom'
import { firstRuleId } from '#schema/contract/earning.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { find, goOffline, otherDevice, pane, startShift } from './support/at-counter.ts'
import { openMember } from './support/at-office.ts'
import { fill, findField, press, says, user } from './support/hands.ts'
import { ownerOf } from './support/owner-elsewhere.ts'
import { test as base, expect } from './support/screen-test.ts'

/** A business with a reward that a new member can redeem, and such a member. */
const test = base
  .extend('cafe', async ({ server }) => {
    const cafe = await createTestBusiness(server)
    await fillCustomers(server, cafe.businessId, 60)
    await (await ownerOf(server, cafe)).offer('Free Turkey', 100)
    return cafe
  })
  .extend('rose', async ({ server, cafe }) => (await otherDevice(server, cafe)).join('Rose May'))

/** @returns the words of this sentence that translation leaves alone */
async function keptIn(sentence: string): Promise<(string | null)[]> {
  const said = await screen.findByText(says(sentence))
  return [...said.querySelectorAll('[translate="no"]')].map(({ textContent }) => textContent)
}

test('a sale’s button, question and line keep its amount and its member', async ({
  server,
  cafe,
  rose,
}) => {
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(cafe.ownerEmail))
  const changes = { askAbove: '30.00' }
  await owner.push(owner.make('program.change', { revision: firstRuleId, changes }))
  await startShift(cafe, rose)
  await find(rose.name)
  await pane(rose.name)
  await fill('Amount', '30.01')
  expect(await keptIn('Record $30.01')).toEqual(['$30.01'])
  await user.keyboard('{Enter}')
  expect(await keptIn('Record $30.01?')).toEqual(['$30.01'])
  expect(await keptIn('Your business asks about purchases above $30.00.')).toEqual(['$30.00'])
  await press('Record $30.01', within(await screen.findByRole('alertdialog')))
  expect(await keptIn(`$30.01 recorded for ${rose.name}. Balance: 130 points.`)).toEqual([
    '$30.01',
    rose.name,
  ])
  await press('Undo')
  expect(await keptIn(`$30.01 for ${rose.name} was undone.`)).toEqual(['$30.01', rose.name])
})

test('a redemption’s button, sentences and confirmation keep its reward and its member', async ({
  cafe,
  rose,
}) => {
  await startShift(cafe, rose)
  await find(rose.name)
  await pane(rose.name)
  expect(await keptIn('Redeem Free Turkey (100 points)')).toEqual(['Free Turkey'])
  const mend = await goOffline()
  await press('Redeem Free Turkey (100 points)')
  const told = `Tell ${rose.name}: “It’ll be on your card as soon as we’re back online.”`
  expect(await keptIn(told)).toEqual([rose.name])
  await press('Done')
  const waiting = `Don’t hand over Free Turkey to ${rose.name} yet. The coupon appears once this syncs.`
  expect(await keptIn(waiting)).toEqual(['Free Turkey', rose.name])
  mend()
  expect(await keptIn(`Free Turkey for ${rose.name} is confirmed. Hand it over now.`)).toEqual([
    'Free Turkey',
    rose.name,
  ])
})

test('a coupon’s verdict keeps its discount and its member', async ({ cafe, rose }) => {
  await startShift(cafe, rose)
  await find(rose.welcome)
  expect(await keptIn(`Coupon of ${rose.name}`)).toEqual([rose.name])
  await press('Use Coupon')
  expect(await keptIn('10% off used')).toEqual(['10%'])
})

test('a search without a result keeps the typed name', async ({ cafe }) => {
  await startShift(cafe)
  await find('Rosamay')
  expect(await keptIn('Nobody found for “Rosamay”.')).toEqual(['Rosamay'])
})

test('a toast and a dialog of the dashboard keep a member’s name', async ({ cafe, rose }) => {
  const tab = await openMember(cafe, rose)
  await findField('Amount', tab)
  await fill('Amount', '20', tab)
  await press(/^Record Purchase/, tab)
  expect(await keptIn('Rose May earned 20 points.')).toEqual(['Rose May'])
  await press('Undo the $20.00 purchase', tab)
  expect(await keptIn('Rose May loses the points that this amount earned.')).toEqual(['Rose May'])
})
