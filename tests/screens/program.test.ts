/** The program's settings: validation, a half-filled form, a server that refuses, offline. */
import { screen } from '@testing-library/dom'
import { onTestFinished } from 'vitest'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import {
  expectInvalid,
  fieldOf,
  fill,
  findField,
  follow,
  isDisabled,
  press,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

async function openProgram({ ownerEmail }: TestBusiness) {
  await signIn(ownerEmail)
  await open('/business-dashboard/program')
  await findField('Points per dollar')
}

const save = () => screen.getByRole('button', { name: 'Save Program' })
const storedOf = async ({ sql }: TestServer, { businessId }: TestBusiness) =>
  (
    await sql`select points_per_dollar::float as rate, minimum_purchase_cents::int as least,
        rounding, excluded_tenders as excluded, welcome_points::int as points,
        welcome_discount_percent::int as percent, postal_address as address,
        ask_above_cents::int as ask
      from business where id = ${businessId}`
  )[0]

test('names what is wrong with each setting, and saves none of them until all are right', async ({
  server,
}) => {
  const [shop, other] = [await createTestBusiness(server), await createTestBusiness(server)]
  const [before, ofOther] = [await storedOf(server, shop), await storedOf(server, other)]
  await openProgram(shop)
  for (const wrong of [
    [
      ['Points per dollar', '1.005', 'Use at most two decimals'],
      ['Minimum purchase', '5,00', 'Enter an amount like 5.00'],
      ['Welcome points', '100001', 'Welcome points can be at most 100,000'],
      ['Welcome discount, in percent', '101', 'Welcome discount can be at most 100'],
      ['Postal address', 'Main St', 'Enter the whole address'],
      ['Ask about purchases above', '0', 'Enter an amount like 250.00'],
    ],
    [
      ['Points per dollar', '1001', 'Points per dollar can be at most 1000'],
      ['Welcome points', '-5', 'Welcome points must be a whole number'],
    ],
  ]) {
    for (const [label = '', text = ''] of wrong) await fill(label, text)
    await press('Save Program')
    for (const [label = '', , sentence = ''] of wrong) await expectInvalid(label, sentence)
    expect(document.activeElement).toBe(fieldOf('Points per dollar'))
  }
  expect(await storedOf(server, shop)).toEqual(before)

  await fill('Points per dollar', '2.5')
  await fill('Minimum purchase', '0')
  await fill('Welcome points', '0')
  await fill('Welcome discount, in percent', '0')
  await fill('Postal address', '5 Quay Rd, Salem, MA 01970')
  await fill('Ask about purchases above', '250')
  await screen.findByText(/^A purchase of \$12\.50 earns 31 points\./)
  await press('Up', screen, 'radio')
  await screen.findByText(/^A purchase of \$12\.50 earns 32 points\./)
  await fill('Minimum purchase', '20')
  await screen.findByText(/^A purchase of \$12\.50 earns 0 points\./)
  await press('Gift card', screen, 'checkbox')
  await press('Save Program')
  await toast('Program saved', 'New purchases and sign-ups use it from now on.')
  await expect
    .poll(() => storedOf(server, shop))
    .toEqual({
      rate: 2.5,
      least: 2000,
      rounding: 'up',
      excluded: ['gift_card'],
      points: 0,
      percent: 0,
      address: '5 Quay Rd, Salem, MA 01970',
      ask: 25_000,
    })
  expect(await storedOf(server, other)).toEqual(ofOther)
  await press('Save Program')
  await toast('Nothing has changed.')
})

test('a half-filled form holds back a new version until it is saved', async ({ server }) => {
  await openProgram(await createTestBusiness(server))
  const { useUpdate } = await import('#pwa/shell/update.ts')
  onTestFinished(() => useUpdate.setState({ ready: false }))
  // The browser fires this event when a file of this version is gone from the server.
  window.dispatchEvent(new Event('vite:preloadError'))
  await screen.findByText(/New version available/)
  await fill('Points per dollar', '2')
  await expect.poll(() => screen.queryByText(/New version available/)).toBeNull()
  expect(fieldOf('Points per dollar').value).toBe('2')
  await press('Save Program')
  await screen.findByText(/New version available/)
})

test('saves offline, and sends the change once the network is back', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await openProgram(shop)
  const mend = network.cut()
  await fill('Welcome points', '40')
  await press('Save Program')
  await toast('Program saved')
  await screen.findByRole('link', { name: '1 to sync' })
  expect(await storedOf(server, shop)).toMatchObject({ points: 100 })
  mend()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => storedOf(server, shop)).toMatchObject({ points: 40 })
})

test('warns that another person changed the program, and keeps the refused change visible', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const other = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const [pulled] = await other.pull()
  const { programRevision = '' } = pulled?.rows.business?.[0] ?? {}
  await openProgram(shop)
  const changes = { welcomePoints: 70 }
  const change = other.make('program.change', { revision: programRevision, changes })
  const { body } = await other.push(change)
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  await screen.findByText('Someone else changed the program while you had it open.')
  expect(isDisabled(save())).toBe(true)
  await press('Show the latest')
  await expect.poll(() => fieldOf('Welcome points').value).toBe('70')
  expect(isDisabled(save())).toBe(false)

  await server.sql`update business set program_revision = gen_random_uuid()
    where id = ${shop.businessId}`
  await fill('Welcome points', '90')
  await press('Save Program')
  await screen.findByRole('link', { name: '1 needs attention' })
  await open('/outbox')
  await screen.findByText(/Someone else changed the program/)
  expect(await storedOf(server, shop)).toMatchObject({ points: 70 })
})

test('agrees to the proposed program in one press, which ends that step of the setup', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const proposed = await storedOf(server, shop)
  await openProgram(shop)
  for (const [typed, wanted] of [
    ['2', 'Save Program'],
    ['1', 'Looks Good'],
  ] as const) {
    await fill('Points per dollar', typed)
    await screen.findByRole('button', { name: wanted })
  }
  await press('Up', screen, 'radio')
  await screen.findByRole('button', { name: 'Save Program' })
  await press('Down', screen, 'radio')
  await press('Looks Good')
  await toast('Program saved')
  await follow(/^Check how points are earned \(done\)/)
  await press('Save Program')
  await toast('Nothing has changed.')
  expect(await storedOf(server, shop)).toEqual(proposed)
  const revision = () =>
    server.sql`select program_revision as revision from business where id = ${shop.businessId}`
  await expect.poll(async () => (await revision())[0]?.revision).not.toMatch(/^0{8}-/)
})
