/**
 * An owner decides on held welcomes, online and offline.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { readMails } from '#tests/support/mail.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { follow, heading, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

test('announces held welcomes on the dashboard; an owner decides on them, also offline', async ({
  server,
}) => {
  const { code, ownerEmail, businessId } = await createTestBusiness(server)
  for (const tag of ['', '+one', '+two']) {
    const body = signUpPayload({ firstName: 'Wilma', email: `mailbox${tag}@example.com` })
    await new TestBrowser(server.url).call('customer.signUp', { params: { code }, body })
  }
  const welcomes = () =>
    server.sql`select welcome from customer where business_id = ${businessId} order by email`
  expect(await welcomes()).toHaveLength(3)
  await signIn(ownerEmail)
  await open('/business-dashboard')
  await screen.findByText(/^2 things need your attention/, { selector: 'main *' })
  // The menu counts the same.
  await screen.findByRole('link', { name: /^Home\s.*2 things need your attention$/ })
  await follow('Review')
  const held = () =>
    screen.queryAllByRole('listitem').filter((item) => /same mailbox/.test(item.textContent))
  await expect.poll(() => held().length).toBe(2)
  expect(screen.queryByRole('heading', { name: 'Members Who Owe Points' })).toBeNull()

  const one = held().find((item) => item.textContent.includes('mailbox+one@'))
  network.asked.length = 0
  await press(/^Release the welcome/, within(one as HTMLElement))
  await toast('Welcome released')
  await expect.poll(welcomes).toContainEqual({ welcome: 'given' })
  await expect
    .poll(async () => (await readMails(server, 'mailbox+one@example.com')).map(({ kind }) => kind))
    .toContain('welcome')
  await expect.poll(() => held().length).toBe(1)
  // The page stores the remaining welcomes for a visit without the server.
  await expect
    .poll(() => network.asked.map(({ path }) => path))
    .toContainEqual(expect.stringMatching(/\/attention$/))
  await expect.poll(() => network.isQuiet).toBe(true)

  const mend = network.cut()
  await press(/^Decline the welcome/)
  await press('Decline', await part('alertdialog', /Decline/))
  await toast('Welcome declined')
  await expect.poll(held).toEqual([])
  await open('/business-dashboard/attention')
  await screen.findByText(/^All clear/)
  mend()
  window.dispatchEvent(new Event('online'))
  await expect.poll(welcomes).toContainEqual({ welcome: 'refused' })
})

test('lists changes that were refused where no device shows them, with amount and reason', async ({
  server,
}) => {
  const { ownerEmail, staffEmail } = await createTestBusiness(server)
  const till = new TestDevice(await new TestBrowser(server.url).signIn(staffEmail))
  const absent = signUpPayload()
  const payload = { purchaseId: newId(), memberId: absent.memberId, amount: '30.00', note: null }
  await till.push(till.make('purchase.record', payload))
  // The sale was on hold, and its sign-up was taken back.
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(ownerEmail))
  await owner.push(owner.make('customer.signUp', absent, { discarded: true }))
  await signIn(ownerEmail)
  await open('/business-dashboard/attention')
  await heading('Changes Refused Later')
  const sale = (await screen.findByText(/: \$30\.00$/)).closest('li') as HTMLElement
  await within(sale).findByText(/^Recorded .* by Test staff$/)
  within(sale).getByText(/^This depends on a change that didn’t go through\./)
})

test('says that someone else decided on a welcome first, and keeps their decision', async ({
  server,
}) => {
  const { code, ownerEmail, businessId } = await createTestBusiness(server)
  for (const tag of ['', '+one']) {
    const body = signUpPayload({ firstName: 'Wilma', email: `second${tag}@example.com` })
    await new TestBrowser(server.url).call('customer.signUp', { params: { code }, body })
  }
  const welcomes = () =>
    server.sql`select id, welcome from customer where business_id = ${businessId}
      and email = 'second+one@example.com'`
  const [held] = await welcomes()
  const memberId = held?.id ?? ''
  await signIn(ownerEmail)
  await open('/business-dashboard/attention')
  await screen.findByRole('button', { name: /^Release the welcome/ })
  const mend = network.cut()
  await press(/^Release the welcome/)
  await toast('Welcome released')
  const other = new TestDevice(await new TestBrowser(server.url).signIn(ownerEmail))
  const { verdicts } = (
    await other.push(other.make('welcome.decide', { memberId, release: false }))
  ).body
  expect(verdicts).toMatchObject([{ status: 'applied' }])
  mend()
  window.dispatchEvent(new Event('online'))
  await follow('1 needs attention')
  await screen.findByText('Someone already decided about this welcome.')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  await press('Discard')
  await press('Discard', await part('alertdialog', /^Discard this/))
  await screen.findByText('You’re all caught up. Everything is synced.')
  expect(await welcomes()).toEqual([{ id: memberId, welcome: 'refused' }])
})
