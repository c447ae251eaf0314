/**
 * An owner sets counter devices up: the code for another device, this device as a till, and the
 * lists of tills and PINs without an answer of the server.
 *
 * @module-tag deep
 */
import { screen } from '@testing-library/dom'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { enrollTill } from '#tests/support/till.ts'
import { allSent, signUpAtDashboard } from './support/at-counter.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { cutNetwork, network, open, signIn } from './support/browser.ts'
import {
  fieldOf,
  fill,
  givePassword,
  heading,
  isDisabled,
  part,
  passwordQuestion,
  press,
  user,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const unavailable = (requestId: string) => ({
  code: 'unavailable',
  message: 'Too much is going on. Try again.',
  requestId,
})
const offline = 'You’re offline. Connect to the internet to do this.'

const tillsOf = ({ sql }: TestServer, { businessId }: TestBusiness) =>
  sql<{ name: string }[]>`select till_name as name from account
    where business_id = ${businessId} and till_name is not null order by 1`

/** Copies a till until there are as many as there can be. @returns a function that removes the copies */
async function fillTills(server: TestServer, shop: TestBusiness) {
  const { id } = await enrollTill(server, shop, 'Spare')
  await server.sql`insert into account
    select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
      'email', n || a.email, 'email_key', n || a.email_key))).*
    from account a, generate_series(2, ${serverLimits.tillsPerBusiness}) n where a.id = ${id}`
  return () => server.sql`delete from account where till_name = 'Spare' and id <> ${id}`
}

test('this device becomes a till after the password, and says why it did not', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const makeRoom = await fillTills(server, shop)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await allSent()
  // The owner's unsent work is handed over when the device becomes a till.
  network.answer('/api/sync/push', 503, unavailable('r-50'))
  const { email } = await signUpAtDashboard('Ermengard')
  await user.keyboard('{Escape}')
  await open('/business-dashboard/tills')
  await passwordGrowsOld(server)
  await press('Use This Device as a Till')
  const form = await part('dialog', 'Use This Device as a Till')
  form.getByText(/^You’ll be signed out here\./)
  await fill('Till name', ' Side counter ', form)
  const notMade = 'This device didn’t become a till'
  await press('Make This a Till', form)
  await press('Cancel', await passwordQuestion())
  await expect.poll(() => screen.queryByText('Confirm It’s You')).toBeNull()

  const mend = network.cut(/\/tills$/)
  await press('Make This a Till')
  await toast(notMade, 'Can’t connect. Check your internet and try again.')
  mend()
  await press('Make This a Till')
  await givePassword(testPassword)
  await toast(notMade, 'You have as many tills as a business can have. Remove one')
  expect(fieldOf('Till name').value).toBe(' Side counter ')
  await makeRoom()
  expect(await tillsOf(server, shop)).toEqual([{ name: 'Spare' }])

  await press('Make This a Till')
  await heading('Side counter is locked')
  await screen.findByText('Nobody has a PIN yet.')
  expect(await tillsOf(server, shop)).toEqual([{ name: 'Side counter' }, { name: 'Spare' }])
  await expect
    .poll(() => server.sql`select points from customer where email = ${email}`)
    .toEqual([{ points: 100 }])
  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const params = { businessId: shop.businessId }
  const { body: tills } = await owner.call('business.tills', { params })
  const made = tills.find(({ name }) => name === 'Side counter')
  expect(made?.device).toBe('Chrome on Linux')

  // Removed by its owner, it belongs to no one.
  await owner.call('auth.elevate', { body: { password: testPassword } })
  const tillId = made?.id ?? ''
  await owner.call('business.revokeTill', { params: { ...params, tillId } })
  await open('/counter')
  await heading('Login')
})

test('offline, shows the code for another device and the last lists, and changes neither', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await enrollTill(server, shop, 'Front counter')
  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  await owner.call('auth.elevate', { body: { password: testPassword } })
  await owner.call('auth.setPin', { body: { pin: '271828' } })
  await signIn(shop.ownerEmail)
  const recover = network.answer(/\/tills$/, 503, unavailable('r-51'))
  await open('/business-dashboard/tills')
  await screen.findByText(/r-51/)
  recover()
  await press('Try Again')
  await screen.findByText(/^Added .* · /)
  const name = 'Test business_admin'
  await screen.findByRole('button', { name: `Reset PIN of ${name}` })

  const release = network.answer(/\/pin$/, 503, unavailable('r-52'))
  await press(`Reset PIN of ${name}`)
  await toast('The PIN wasn’t reset', 'Too much is going on. Try again.')
  release()
  screen.getByText('PIN set')
  const reconnect = cutNetwork()
  await press('Set Up a Counter Device')
  const code = await part('dialog', 'Set Up a Counter Device')
  await code.findByRole('img', { name: 'QR code that opens the counter' })
  code.getByText(`${location.origin}/counter?do=install`)
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect
    .poll(() => isDisabled(screen.getByRole('button', { name: `Reset PIN of ${name}` })))
    .toBe(true)
  await press('Remove Front counter')
  const question = await part('alertdialog', 'Remove Front counter?')
  await question.findByText(offline)
  expect(isDisabled(question.getByRole('button', { name: 'Remove' }))).toBe(true)
  await press('Cancel', question)
  await open('/business-dashboard/tills')
  await screen.findAllByText(/^Loaded /)
  screen.getByText('Front counter')
  screen.getByText('PIN set')
  reconnect()
  await press(`Reset PIN of ${name}`)
  await toast(`PIN of ${name} reset`)
  expect(await tillsOf(server, shop)).toEqual([{ name: 'Front counter' }])
})
