/**
 * The panel of one customer: redeems a reward, undoes it, and uses another one at once.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { open, signIn } from './support/browser.ts'
import { isDisabled, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

test('a reward redeemed from a customer’s panel shows its coupon there', async ({ server }) => {
  const shop = await createTestBusiness(server, { welcomePoints: 90 })
  const till = new TestDevice(await new TestBrowser(server.url).signIn(shop.staffEmail))
  const member = signUpPayload({ firstName: 'Ottoline' })
  await till.push(till.make('customer.signUp', member))
  const pointsLeft = async () =>
    (await server.sql`select points from customer where id = ${member.memberId}`)[0]?.points

  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await press(/^Ottoline Castellan/)
  const panel = await part('dialog', 'Ottoline Castellan')
  await press('Rewards', panel, 'tab')
  const reward = async () =>
    within((await panel.findByText('Coffee', { selector: 'li *' })).closest('li') as HTMLElement)
  await press('Redeem', await reward())
  await panel.findByRole('img', { name: /QR code of coupon/ })
  await press('Undo', panel)
  await toast('Coffee was undone. The points went back to Ottoline Castellan.')
  await expect.poll(pointsLeft).toBe(90)
  // Redeems again from the list, which is back.
  await press('Redeem', await reward())
  await press('Mark as Used Now', panel)
  await toast('Coffee used for Ottoline Castellan.')
  const wanting = await (await reward()).findByRole('button', { name: 'Not enough points' })
  expect(isDisabled(wanting)).toBe(true)
  await expect.poll(pointsLeft).toBe(40)
  expect(screen.queryByText(/QR code of coupon/)).toBeNull()
})
