/**
 * Rewards on the dashboard while another person changes one.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import type { TestBusiness } from '#tests/support/server.ts'
import { open, signIn } from './support/browser.ts'
import { fieldOf, findField, follow, isDisabled, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

async function openRewards({ ownerEmail }: TestBusiness) {
  await signIn(ownerEmail)
  await open('/business-dashboard?tab=rewards')
}

async function choose(item: string) {
  await press('More for Coffee')
  await press(item, screen, 'menuitem')
}

test('warns that another person changed the open reward, and shows the latest version', async ({
  server,
  shop,
}) => {
  const { businessId, rewardId } = shop
  await openRewards(shop)
  await choose('Edit Reward')
  const editor = await part('dialog', 'Edit Reward')
  expect((await findField('Points required', editor)).value).toBe('50')

  const other = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const params = { businessId, rewardId }
  const { body: rewards } = await other.call('business.rewards', { params })
  const revision = rewards.find(({ id }) => id === rewardId)?.revision ?? ''
  const body = { revision, pointsRequired: 61 }
  expect((await other.call('business.changeReward', { params, body })).status).toBe(200)
  await editor.findByText(/Someone else changed this reward/)
  const save = () => editor.getByRole('button', { name: 'Save Reward' })
  expect(isDisabled(save())).toBe(true)
  await press('Show the latest', editor)
  await expect.poll(() => fieldOf('Points required').value).toBe('61')
  expect(isDisabled(save())).toBe(false)
})

test('a refused change offers the latest reward instead of another try', async ({
  server,
  shop,
}) => {
  await openRewards(shop)
  await screen.findByRole('button', { name: 'More for Coffee' })
  await server.sql`update reward set revision = gen_random_uuid() where id = ${shop.rewardId}`
  await choose('Pause')
  await toast('Reward paused')
  await open('/outbox')
  const reason = await screen.findByText(/Someone else changed this reward/)
  const entry = within(reason.closest('li') as HTMLElement)
  entry.getByText(/Reward change/)
  expect(entry.queryByRole('button', { name: 'Try Again' })).toBeNull()
  await follow('Open the Latest', entry)
  const editor = await part('dialog', 'Edit Reward')
  expect((await findField(/^Name/, editor)).value).toBe('Coffee')
})
