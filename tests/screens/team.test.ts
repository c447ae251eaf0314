/**
 * An owner's team: invitations, roles, PINs and tills, with refusals, mistakes and no network.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { forgetTries } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { otherDevice } from './support/at-counter.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { network, open, signIn } from './support/browser.ts'
import { expectInvalid, fieldOf, fill, givePassword, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const invitesOf = ({ sql }: TestServer, email: string) =>
  sql<{ business: string }[]>`select business_id as business from invite where email = ${email}`
const roleOf = async ({ sql }: TestServer, email: string) =>
  (await sql<{ role: string }[]>`select role from account where email = ${email}`)[0]?.role
const isWithdrawn = async ({ sql }: TestServer, email: string) =>
  (await sql`select withdrawn_at is not null as is from account where email = ${email}`)[0]?.is

/** The owner removes a colleague from another device. */
async function removeElsewhere(
  { url }: TestServer,
  { businessId, ownerEmail }: TestBusiness,
  email: string,
) {
  const owner = await new TestBrowser(url).signIn(ownerEmail)
  const { body: staff } = await owner.call('business.staff', { params: { businessId } })
  const staffId = staff.find((each) => each.email === email)?.id ?? ''
  return owner.call('business.removeStaff', { params: { businessId, staffId } })
}

async function choose(item: string, email: string) {
  await press(/^Actions for/, await part('row', new RegExp(email)))
  await press(item, screen, 'menuitem')
}

test('rejects an invitation without an address and of a colleague, and asks for the password', async ({
  server,
}) => {
  const [shop, other] = [await createTestBusiness(server), await createTestBusiness(server)]
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/staff')
  await passwordGrowsOld(server)
  await press('Invite Staff')
  const form = await part('dialog', 'Invite Staff')
  await press('Send Invite', form)
  await expectInvalid('Email', /./)
  await fill('Email', 'no address', form)
  await press('Send Invite', form)
  await expectInvalid('Email', /./)
  await fill('Email', shop.staffEmail, form)
  await press('Send Invite', form)
  await givePassword(testPassword)
  await toast('Couldn’t send the invite', 'This email is already in use.')
  expect(fieldOf('Email').value).toBe(shop.staffEmail)

  const email = 'newcomer@example.com'
  await fill('Email', email, form)
  await press('Send Invite', form)
  await toast('Invite sent', `We sent an invite to ${email}.`)
  expect(await invitesOf(server, email)).toEqual([{ business: shop.businessId }])
  const row = await part('row', new RegExp(email))
  row.getByText('Invited')
  expect(screen.queryByText(other.staffEmail)).toBeNull()
})

test('sends an expired invitation again, and cancels one after a question', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const email = 'latecomer@example.com'
  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const { businessId } = shop
  await owner.call('business.inviteStaff', { params: { businessId }, body: { email } })
  await server.sql`
    update invite set expires_at = now() - interval '1 minute' where email = ${email}`
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/staff')
  await within(await screen.findByRole('row', { name: new RegExp(email) })).findByText('Expired')
  // The invitation was just sent, and another has to wait.
  await forgetTries(server)
  await press(`Resend invite to ${email}`)
  await toast('Invite sent', `We sent the invite to ${email} again.`)
  await choose('Cancel Invite', email)
  const question = await part('alertdialog', 'Cancel this invite?')
  await press('Keep Invite', question)
  await choose('Cancel Invite', email)
  await press('Cancel Invite', await part('alertdialog', 'Cancel this invite?'))
  await toast('Invite canceled')
  await expect.poll(() => screen.queryByText(email)).toBeNull()
})

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

test('keeps a colleague who could not be removed, and drops one who was removed meanwhile', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const { staffEmail, ownerEmail } = shop
  await signIn(ownerEmail)
  await open('/business-dashboard/staff')
  await choose('Remove', staffEmail)
  const question = await part('alertdialog', 'Remove Test staff?')
  const mend = network.cut(/\/staff\//)
  await press('Remove', question)
  await toast('Couldn’t remove Test staff', 'Can’t connect.')
  expect(await isWithdrawn(server, staffEmail)).toBe(false)
  mend()
  expect((await removeElsewhere(server, shop, staffEmail)).status).toBe(200)
  await press('Remove', question)
  await toast('Couldn’t remove Test staff', 'We couldn’t find that. It may have been removed.')
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  await expect.poll(() => screen.queryByText(staffEmail)).toBeNull()
})

test('signs out the later of two owners who remove each other, so that one remains', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const { staffEmail, ownerEmail } = shop
  await server.sql`update account set role = 'business_admin' where email = ${staffEmail}`
  await signIn(ownerEmail)
  await open('/business-dashboard/staff')
  await choose('Remove', staffEmail)
  const question = await part('alertdialog', 'Remove Test staff?')
  const other = { ...shop, ownerEmail: staffEmail }
  expect((await removeElsewhere(server, other, ownerEmail)).status).toBe(200)
  await press('Remove', question)
  await expect.poll(() => location.pathname).toBe('/login')
  expect(await isWithdrawn(server, staffEmail)).toBe(false)
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
  expect(screen.getByRole('link', { name: 'Set My PIN' }).getAttribute('href')).toBe('/profile')
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

test('signs out a lost device’s person and wipes it, after a question and the password', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await (await otherDevice(server, shop)).join('Liutgard')
  const sessionsOf = (email: string) =>
    server.sql`select 1 from session s join account a on a.id = s.account_id
      where a.email = ${email} and s.ended_at is null`
  await signIn(shop.ownerEmail)
  const mend = network.answer(/\/devices$/, 503, {
    code: 'unavailable',
    message: 'Too much is going on. Try again.',
    requestId: 'r-43',
  })
  await open('/business-dashboard/devices')
  await screen.findByText(/r-43/)
  mend()
  await press('Try Again')
  await screen.findByText('1 change received')
  await passwordGrowsOld(server)
  const ask = async () => {
    await press(/^Sign out and wipe .* of Test staff$/)
    return part('alertdialog', /^Sign out .* of Test staff\?$/)
  }
  await press('Cancel', await ask())
  const question = await ask()
  const reconnect = network.cut(/\/sign-out/)
  await press('Sign Out and Wipe', question)
  await toast('Not signed out', 'Can’t connect.')
  reconnect()
  expect(await sessionsOf(shop.staffEmail)).toHaveLength(1)
  await press('Sign Out and Wipe', question)
  await givePassword(testPassword)
  await toast(/ of Test staff is signed out/)
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  expect(await sessionsOf(shop.staffEmail)).toEqual([])
  await screen.findByText('Signed out')

  await press(/^Sign out and wipe .* of Test staff$/)
  expect((await removeElsewhere(server, shop, shop.staffEmail)).status).toBe(200)
  await press('Sign Out and Wipe', await part('alertdialog', /^Sign out .* of Test staff\?$/))
  await toast('Not signed out', 'We couldn’t find that. It may have been removed.')
  await screen.findByText('Removed')
  const ofStaff = { name: /^Sign out and wipe .* of Test staff$/ }
  await expect.poll(() => screen.queryByRole('button', ofStaff)).toBeNull()
})

test('tells an owner’s devices apart, also those that only read, and signs out their own', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const params = { businessId: shop.businessId }
  const reading = await new TestBrowser(server.url).signIn(shop.staffEmail)
  const enrolling = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  await enrolling.call('business.enrollTill', { params, body: { name: 'Front counter' } })
  const ownOther = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/devices')
  const rowsOf = async (name: string) => {
    await screen.findAllByText(name)
    return screen.getAllByRole('listitem').filter((row) => within(row).queryByText(name))
  }
  const [staffRow] = await rowsOf('Test staff')
  within(staffRow as HTMLElement).getByText(/^Last seen .* · Signed in /)
  within(staffRow as HTMLElement).getByText('No changes sent')
  const own = await rowsOf('Test business_admin')
  expect(own).toHaveLength(2)
  const here = own.find((row) => within(row).queryByText('This device')) as HTMLElement
  expect(within(here).queryByRole('button')).toBeNull()
  const [till] = await rowsOf('Front counter')
  const toTills = within(till as HTMLElement).getByRole('link', { name: 'Manage Tills' })
  expect(toTills.getAttribute('href')).toBe('/business-dashboard/tills')

  const signOut = async (person: string) => {
    await press(new RegExp(`^Sign out and wipe .* of ${person}$`))
    const question = await part('alertdialog', new RegExp(`^Sign out .* of ${person}\\?$`))
    await press('Sign Out and Wipe', question)
    await toast(new RegExp(` of ${person} is signed out`))
  }
  await signOut('Test business_admin')
  expect((await ownOther.call('auth.user')).body.code).toBe('device_revoked')
  await signOut('Test staff')
  expect((await reading.call('auth.user')).body.code).toBe('device_revoked')
  await expect.poll(() => screen.queryByText('Test staff')).toBeNull()
  expect(await rowsOf('Test business_admin')).toHaveLength(1)
})

test('removes a till after a question, and drops one that was removed meanwhile', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const { businessId } = shop
  const params = { businessId }
  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  for (const name of ['Front counter', 'Side counter']) {
    const enrolling = await new TestBrowser(server.url).signIn(shop.ownerEmail)
    const { status } = await enrolling.call('business.enrollTill', { params, body: { name } })
    expect(status).toBeLessThan(300)
  }
  const idOf = async (name: string) =>
    (await owner.call('business.tills', { params })).body.find((till) => till.name === name)?.id ??
    ''
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/tills')
  const remove = async (name: string) => {
    await press(`Remove ${name}`)
    await press('Remove', await part('alertdialog', `Remove ${name}?`))
  }
  const mend = network.cut(/\/tills\//)
  await remove('Front counter')
  await toast('The till wasn’t removed', 'Can’t connect.')
  mend()
  await press('Remove', await part('alertdialog', 'Remove Front counter?'))
  await toast('Front counter was removed')
  await expect.poll(() => screen.queryByText('Front counter')).toBeNull()
  const tillId = await idOf('Side counter')
  const revoked = await owner.call('business.revokeTill', { params: { businessId, tillId } })
  expect(revoked.status).toBe(200)
  await remove('Side counter')
  await toast('The till wasn’t removed', 'We couldn’t find that. It may have been removed.')
  await screen.findByText('No tills yet.')
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
})
