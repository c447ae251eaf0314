/** An owner's team: roles, removal, PINs and tills, and a list that fails to load. */
import { screen, within } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createTestBusiness, type TestServer, testPassword } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { expectInvalid, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const roleOf = async ({ ask }: TestServer, email: string) =>
  (await ask<{ role: string }>((sql) => sql`select role from account where email = ${email}`))[0]
    ?.role
async function choose(item: string, email: string) {
  await press(/^Actions for/, await part('row', new RegExp(email)))
  await press(item, screen, 'menuitem')
}

test('changes a colleague’s role, and removes them, after a question each', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/staff')
  await choose('Make Owner', shop.staffEmail)
  const first = await part('alertdialog', /^Make Test staff an owner\?$/)
  await first.findByText(/^Owners can see customer contact info/)
  const mend = network.cut(/\/staff\//)
  await press('Make Owner', first)
  await toast('Couldn’t change role')
  mend()
  await press('Make Owner', first)
  await toast('Test staff is now an owner')
  expect(await roleOf(server, shop.staffEmail)).toBe('business_admin')
  await choose('Change to Staff', shop.staffEmail)
  await press('Change to Staff', within(await screen.findByRole('alertdialog')))
  await toast('Test staff is now staff')
  expect(await roleOf(server, shop.staffEmail)).toBe('staff')
  await choose('Remove', shop.staffEmail)
  const last = await part('alertdialog', 'Remove Test staff?')
  await last.findByText(/^They’ll be signed out/)
  await press('Remove', last)
  await toast('Test staff was removed')
  await expect.poll(() => screen.queryByText(shop.staffEmail)).toBeNull()
  const [own] = screen.getAllByRole('row').slice(1)
  expect(own?.textContent).toContain('(you)')
  expect(within(own as HTMLElement).queryByRole('button', { name: /^Actions for/ })).toBeNull()
})

test('lists who has a PIN and resets one, and a till needs a name', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const staff = await new TestBrowser(server.url).signIn(shop.staffEmail)
  await staff.call('auth.elevate', { body: { password: testPassword } })
  expect((await staff.call('auth.setPin', { body: { pin: '314159' } })).status).toBeLessThan(300)
  await signIn(shop.ownerEmail)
  const release = network.hold(/\/tills$/)
  await open('/business-dashboard/tills')
  await screen.findByText('PIN set')
  expect(screen.queryByText('No tills yet.')).toBeNull()
  release()
  await screen.findByText('No tills yet.')
  screen.getByText('No PIN')
  await press('Reset PIN of Test staff')
  await toast('PIN of Test staff reset')
  await expect.poll(() => screen.getAllByText('No PIN').length).toBe(2)
  expect(screen.queryByText('PIN set')).toBeNull()

  await press('Use This Device as a Till')
  const form = await part('dialog', 'Use This Device as a Till')
  await press('Make This a Till', form)
  await expectInvalid('Till name', /./)
  await press('Cancel', form)
  const made = network.asked.filter(({ method, path }) => method === 'POST' && /\/tills/.test(path))
  expect(made).toEqual([])
})

test('reports a team that fails to load, with the request’s id, and loads it on Try Again', async ({
  shop,
}) => {
  const mend = network.answer(/\/staff$/, 503, {
    code: 'unavailable',
    message: 'Too much is going on. Try again.',
    requestId: 'r-42',
  })
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/staff')
  await screen.findByText(/r-42/)
  mend()
  await press('Try Again')
  await part('row', new RegExp(shop.staffEmail))
})
