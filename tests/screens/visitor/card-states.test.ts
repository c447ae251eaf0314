/** The card's page if there is no card, no network, or a business that is paused. */
import { screen } from '@testing-library/dom'
import { newKey } from '#sync-server/rule/id.ts'
import { goOffline, joinElsewhere } from '#tests/screens/support/as-visitor.ts'
import { network, open } from '#tests/screens/support/browser.ts'
import { heading, part, press } from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness } from '#tests/support/server.ts'

async function expectNoCard(): Promise<void> {
  await heading('Card not found')
  await screen.findByText(/^This link doesn’t open a loyalty card\. Use the latest link/)
  expect(screen.queryByText('Points Balance')).toBeNull()
}

test('says that an address opens no card, be it unknown or a member’s id', async ({
  server,
  shop,
}) => {
  await open(`/customer/${newKey()}`)
  await expectNoCard()
  const { memberId } = await joinElsewhere(server, shop)
  await open(`/customer/${memberId}`)
  await expectNoCard()
})

test('a link that was replaced elsewhere opens no card, and the phone forgets its copy', async ({
  server,
  shop,
}) => {
  const { customerId } = await joinElsewhere(server, shop)
  await open(`/customer/${customerId}`)
  await screen.findByText('Points Balance')
  const id = newKey()
  const params = { customerId }
  const changed = await new TestBrowser(server.url).call('customer.changeAddress', {
    params,
    body: { id },
  })
  expect(changed.status).toBe(200)
  await open(`/customer/${customerId}`)
  await expectNoCard()
  goOffline()
  await open(`/customer/${customerId}`)
  await heading('You’re offline')
  expect(screen.queryByText('Points Balance')).toBeNull()
})

test('shows the stored card offline with the time of its figures, and new ones once online', async ({
  server,
  shop,
}) => {
  const { customerId, memberId, firstName, lastName } = await joinElsewhere(server, shop)
  await open(`/customer/${customerId}`)
  await screen.findByText('Points Balance')
  const comeBack = goOffline()
  await server.sql`update customer set points = 130 where id = ${memberId}`
  await open(`/customer/${customerId}`)
  await screen.findByText(/^You’re offline\. Last updated at \d/)
  await screen.findByText(`${firstName} ${lastName}`)
  await screen.findByText('100')
  await part('img', 'Your member QR code')
  comeBack()
  await screen.findByText('130')
  await expect.poll(() => screen.queryByText(/^You’re offline/)).toBeNull()
})

test('a card that this phone never opened needs the network, or says what is wrong', async ({
  server,
  shop,
}) => {
  const { customerId } = await joinElsewhere(server, shop)
  const comeBack = goOffline()
  await open(`/customer/${customerId}`)
  await heading('You’re offline')
  await screen.findByText(/^Connect to the internet to open this card on this phone/)
  comeBack()
  await screen.findByText('Points Balance')

  const other = await joinElsewhere(server, shop)
  const message = 'We’re busy right now. Try again in a moment.'
  const end = network.answer(/^\/api\/customer\/[^/]+$/, 503, { code: 'busy', message })
  await open(`/customer/${other.customerId}`)
  await screen.findByText(message)
  end()
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Points Balance')
})

test('a paused business keeps the card, and reserves points until it is back', async ({
  server,
}) => {
  const shop = await createTestBusiness(server, { name: 'Pausa Café' })
  const { customerId, memberId } = await joinElsewhere(server, shop)
  const admin = await signInSuperAdmin(server)
  const params = { businessId: shop.businessId }
  const suspend = (suspended: boolean) =>
    admin.call('admin.updateBusiness', { params, body: { suspended } })
  const pointsOf = () => server.sql`select points from customer where id = ${memberId}`
  await suspend(true)
  await open(`/customer/${customerId}`)
  await screen.findByText('100')
  await press('Redeem')
  await press('Redeem', await part('dialog', 'Redeem Coffee?'))
  const outcome = await part('dialog', 'Coffee')
  await outcome.findByText('50 points are reserved while this is reviewed.')
  await press('Done', outcome)
  await screen.findByText('50 points reserved for your reward')
  expect(await pointsOf()).toEqual([{ points: 100 }])

  await suspend(false)
  await expect.poll(pointsOf).toEqual([{ points: 50 }])
})
