/**
 * An owner's rewards: the form's checks, last days, pausing, retiring, and the empty list.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { onTestFinished, vi } from 'vitest'
import { dayMs } from '#schema/contract/time-spans.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { goOffline } from './support/at-counter.ts'
import { network, open, signIn } from './support/browser.ts'
import {
  expectInvalid,
  fieldOf,
  fill,
  givePassword,
  isDisabled,
  part,
  press,
  user,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

async function openRewards({ ownerEmail }: Pick<TestBusiness, 'ownerEmail'>) {
  await signIn(ownerEmail)
  await open('/business-dashboard?tab=rewards')
  await screen.findByRole('heading', { name: 'Rewards', level: 1 })
}

async function choose(item: string, reward: string) {
  await press(`More for ${reward}`)
  await press(item, screen, 'menuitem')
}

const rewardsOf = ({ sql }: TestServer, { businessId }: TestBusiness) =>
  sql<Record<string, unknown>[]>`select name, points_required as points, discount_type as kind,
      discount_value::float as value, stock, limit_per_member as each,
      expiry_date as expires, is_active as active, retired_at is not null as retired
    from reward where business_id = ${businessId} order by created_at, name`
const isChosen = (radio: HTMLElement) => (radio as HTMLInputElement).checked
const row = (name: RegExp) => screen.findByRole('row', { name })
/** A day in the format of a date field, in the business's time zone. */
const dayAhead = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(
    Date.now() + days * dayMs,
  )

test('names what is wrong with each field of a reward, and saves it once all are right', async ({
  server,
}) => {
  const [shop, other] = [await createTestBusiness(server), await createTestBusiness(server)]
  const [coffee] = await rewardsOf(server, shop)
  await openRewards(shop)
  await press('Create Reward')
  const form = await part('dialog', 'Create Reward')
  await press('Save Reward', form)
  await expectInvalid('Name', 'Name is required')
  await expectInvalid('Points required', 'Points required must be a whole number')
  await expectInvalid('Percent off', 'Enter a discount like 10 or 2.50')
  expect(document.activeElement).toBe(fieldOf('Name'))
  for (const wrong of [
    [
      ['Percent off', '101', 'A percentage can be at most 100'],
      ['Points required', '0', 'Points required must be at least 1'],
      ['Expiry date', dayAhead(-1), 'This day has passed. Choose today or a later day.'],
      ['Quantity', 'ten', 'Quantity must be a whole number'],
      ['Limit per member', '1001', 'Limit per member can be at most 1,000'],
    ],
    [
      ['Percent off', '0', 'The discount must be more than zero'],
      ['Points required', '10000001', 'Points required can be at most 10,000,000'],
    ],
  ]) {
    for (const [label = '', text = ''] of wrong) await fill(label, text, form)
    await press('Save Reward', form)
    for (const [label = '', , sentence = ''] of wrong) await expectInvalid(label, sentence)
  }
  await press('Dollar amount', form, 'radio')
  await fill('Name', 'Cake for two', form)
  await fill('Description', 'Any cake', form)
  await fill('Dollars off', '7.5', form)
  await fill('Points required', '120', form)
  await fill('Expiry date', dayAhead(0), form)
  await fill('Quantity', '10', form)
  await fill('Limit per member', '1', form)
  await press('Save Reward', form)
  await toast('Reward created', 'Cake for two is saved.')
  const made = within(await row(/^Cake for two/))
  for (const term of ['120', '$7.50', 'Active', '10 of 10 left', 'Once per member']) {
    made.getByText(term)
  }
  const cake = { points: 120, kind: 'fixed', value: 7.5, stock: 10, each: 1, active: true }
  await expect
    .poll(() => rewardsOf(server, shop))
    .toMatchObject([coffee, { ...cake, name: 'Cake for two', retired: false }])
  expect(await rewardsOf(server, other)).toMatchObject([{ name: 'Coffee' }])
})

test('Cancel, Close and Escape ask before they drop a half-filled reward', async ({ shop }) => {
  await openRewards(shop)
  await press('Create Reward')
  const form = () => screen.queryByRole('dialog', { name: 'Create Reward' })
  const closings = [
    () => press('Cancel', within(form() ?? document.body)),
    () => press('Close', within(form() ?? document.body)),
    () => user.keyboard('{Escape}'),
  ]
  for (const close of closings) {
    if (!form()) await press('Create Reward')
    await fill('Name', 'Free refill')
    await close()
    await press('Keep Editing', await part('alertdialog', 'Leave without saving?'))
    expect(fieldOf('Name').value).toBe('Free refill')
    await close()
    await press('Leave', await part('alertdialog', 'Leave without saving?'))
    await expect.poll(form).toBeNull()
  }
  await press('Create Reward')
  await press('Cancel', await part('dialog', 'Create Reward'))
  await expect.poll(form).toBeNull()
})

test('a reward is offered on its whole last day in the business’s time zone', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const zone = 'America/Chicago'
  await server.sql`update reward set expiry_date =
      ((now() at time zone ${zone})::date + time '12:00') at time zone ${zone}
    where id = ${shop.rewardId}`
  // In Auckland, the business's last day of the reward ends in the afternoon of the next day.
  vi.stubEnv('TZ', 'Pacific/Auckland')
  onTestFinished(() => void vi.unstubAllEnvs())
  await openRewards(shop)
  const coffee = within(await row(/^Coffee/))
  const spoken = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone })
  await coffee.findByText(`Expires ${spoken.format(Date.now())}`)
  expect(coffee.queryByText('Expired')).toBeNull()
  await choose('Edit Reward', 'Coffee')
  const form = await part('dialog', 'Edit Reward')
  expect(fieldOf('Expiry date').value).toBe(dayAhead(0))
  await fill('Expiry date', '', form)
  await press('Save Reward', form)
  await toast('Reward saved', 'Coffee is saved.')
  await expect.poll(() => rewardsOf(server, shop)).toMatchObject([{ expires: null, points: 50 }])
})

test('keeps an expiry date that has passed while other fields change, and shows the reward as expired', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await server.sql`update reward set expiry_date = now() - interval '3 days', stock = 4,
      redeemed_count = 4 where id = ${shop.rewardId}`
  await openRewards(shop)
  await within(await row(/^Coffee/)).findByText('Expired')
  screen.getByText('0 of 4 left')
  await choose('Edit Reward', 'Coffee')
  const form = await part('dialog', 'Edit Reward')
  await fill('Points required', '55', form)
  await press('Save Reward', form)
  await toast('Reward saved')
  await expect.poll(() => rewardsOf(server, shop)).toMatchObject([{ points: 55, stock: 4 }])
  await choose('Edit Reward', 'Coffee')
  const again = await part('dialog', 'Edit Reward')
  await fill('Expiry date', dayAhead(1), again)
  await press('Save Reward', again)
  await within(await row(/^Coffee/)).findByText('Sold out')
})

test('pauses a reward offline and resumes and retires it, and offers to create one in the empty list', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await openRewards(shop)
  const status = async () => within(await row(/^Coffee/))
  await status()
  const reconnect = await goOffline()
  await choose('Pause', 'Coffee')
  await toast('Reward paused', /members can’t redeem Coffee until you resume it/)
  await (await status()).findByText('Inactive')
  expect(await rewardsOf(server, shop)).toMatchObject([{ active: true }])
  reconnect()
  await expect.poll(() => rewardsOf(server, shop)).toMatchObject([{ active: false }])
  await choose('Resume', 'Coffee')
  await toast('Reward resumed')
  await (await status()).findByText('Active')
  await choose('Retire', 'Coffee')
  const question = await part('alertdialog', 'Retire this reward?')
  await press('Cancel', question)
  await status()
  await choose('Retire', 'Coffee')
  await press('Retire', await part('alertdialog', 'Retire this reward?'))
  await toast('Reward retired')
  await screen.findByText(/^You don’t offer any rewards yet\./)
  await expect.poll(() => rewardsOf(server, shop)).toMatchObject([{ retired: true }])
  await press('Create Reward')
  await part('dialog', 'Create Reward')
  await user.keyboard('{Escape}')

  await signIn(shop.staffEmail)
  await open('/business-dashboard?tab=rewards')
  await screen.findByText('This business doesn’t offer any rewards yet.')
  expect(screen.queryByRole('button', { name: 'Create Reward' })).toBeNull()
})

test('a super admin changes a business’s reward by a call, and sees why the server refuses', async ({
  server,
  superAdmin,
}) => {
  const shop = await createTestBusiness(server)
  await signIn(superAdmin)
  await open(`/business-dashboard/${shop.businessId}`)
  await press('Rewards', screen, 'tab')
  await choose('Edit Reward', 'Coffee')
  const form = await part('dialog', 'Edit Reward')
  await fill('Points required', '75', form)
  await server.sql`update reward set revision = gen_random_uuid() where id = ${shop.rewardId}`
  await press('Save Reward', form)
  await givePassword(testPassword)
  await toast('Reward not saved', /Someone else changed this reward/)
  expect(fieldOf('Points required').value).toBe('75')
  expect(isDisabled(form.getByRole('button', { name: 'Save Reward' }))).toBe(false)
  await user.keyboard('{Escape}')
  await open(`/business-dashboard/${shop.businessId}`)
  await press('Rewards', screen, 'tab')
  await choose('Edit Reward', 'Coffee')
  await fill('Points required', '75')
  const release = network.hold(/\/rewards\//)
  await press('Save Reward')
  await expect
    .poll(() => screen.getByRole('button', { name: 'Save Reward' }).getAttribute('aria-busy'))
    .toBe('true')
  release()
  await toast('Reward saved')
  await within(await row(/^Coffee/)).findByText('75')
  expect(await rewardsOf(server, shop)).toMatchObject([{ points: 75 }])
})

test('a free item is asked for its price and stored as that discount', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await openRewards(shop)
  await press('Create Reward')
  const form = await part('dialog', 'Create Reward')
  await press('Free item', form, 'radio')
  form.getByText('In dollars. The coupon takes it off the bill.')
  await fill('Name', 'Free tea', form)
  await fill('Price of the item', '3.20', form)
  await fill('Points required', '60', form)
  await press('Save Reward', form)
  await toast('Reward created')
  await expect
    .poll(() => rewardsOf(server, shop))
    .toContainEqual(expect.objectContaining({ name: 'Free tea', kind: 'fixed', value: 3.2 }))
  const listed = within(await row(/^Free tea/))
  listed.getByText('60 points · Free, worth $3.20 · Active')
  listed.getByText('Free, worth $3.20')
  const discounted = within(await row(/^Coffee/))
  discounted.getByText('50 points · $3.00 off · Active')
  discounted.getByText('$3.00')

  await choose('Edit Reward', 'Free tea')
  const editor = await part('dialog', 'Edit Reward')
  expect(isChosen(editor.getByRole('radio', { name: 'Free item' }))).toBe(true)
  expect(fieldOf('Price of the item').value).toBe('3.20')
  await fill('Points required', '70', editor)
  await press('Save Reward', editor)
  await toast('Reward saved')
  await choose('Edit Reward', 'Free tea')
  const again = await part('dialog', 'Edit Reward')
  expect(isChosen(again.getByRole('radio', { name: 'Free item' }))).toBe(true)
  await press('Dollar amount', again, 'radio')
  await press('Save Reward', again)
  await expect
    .poll(() => server.sql`select free_item from reward where name = 'Free tea'`)
    .toMatchObject([{ free_item: false }])
})

test('the suggested name suits the kind of discount', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await openRewards(shop)
  await press('Create Reward')
  const form = await part('dialog', 'Create Reward')
  expect(fieldOf('Name').placeholder).toBe('10% off your order')
  await press('Free item', form, 'radio')
  expect(fieldOf('Name').placeholder).toBe('Free coffee')
  await press('Dollar amount', form, 'radio')
  expect(fieldOf('Name').placeholder).toBe('$5 off your order')
})
