/**
 * This device holds unsent work while a person signs out, gets another role, or opens an older app:
 * the sign-out asks first, and the work stays, is sent, or can be exported.
 */
import { screen, within } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import {
  allSent,
  find,
  linesOf,
  otherDevice,
  sell,
  signUpAtDashboard,
  startShift,
} from './support/at-counter.ts'
import { leave, network, open, savedFile, signIn } from './support/browser.ts'
import { expectAt, fill, follow, heading, press, user } from './support/hands.ts'
import { test as base, expect } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

/** A business for each test, since one person may send what another left. */
const test = base.extend('cafe', async ({ server }) => createTestBusiness(server))

async function openDashboard(email: string): Promise<void> {
  await signIn(email)
  await open('/business-dashboard')
  await allSent()
  // A sign-out can encrypt unsent work only with this key.
  const hasKey = () => network.asked.some(({ path }) => path.startsWith('/api/sync/seal-key'))
  await expect.poll(() => hasKey() && network.isQuiet).toBe(true)
}

async function signUp(firstName: string): Promise<string> {
  const { email } = await signUpAtDashboard(firstName)
  await user.keyboard('{Escape}')
  return email
}

async function signOutAnyway(): Promise<void> {
  await press('Sign Out')
  await press('Sign Out Anyway', within(await screen.findByRole('alertdialog')))
  await screen.findAllByRole('link', { name: 'Login' })
}

async function signInOnScreen(email: string): Promise<void> {
  await fill('Email', email)
  await fill('Password', testPassword)
  await press('Login')
}

/** The account that recorded each entry of a member. */
const askedBy = async ({ sql }: TestServer, email: string) =>
  (
    await sql<{ by: string }[]>`select a.email as by from points_entry e
      join customer c on c.business_id = e.business_id and c.id = e.member_id
      join applied_operation o
        on o.business_id = e.business_id and o.operation_id = e.operation_id
      join account a on a.id = o.account_id
      where c.email = ${email}`
  ).map(({ by }) => by)

test('a sign-out with unsent work asks first; staying signed in keeps and sends it', async ({
  server,
  cafe,
}) => {
  await openDashboard(cafe.ownerEmail)
  const mend = network.cut()
  const email = await signUp('Staying')
  await screen.findByRole('link', { name: '1 to sync' })
  await press('Sign Out')
  const question = within(await screen.findByRole('alertdialog'))
  question.getByRole('heading', { name: 'Sign out with 1 unsynced change?' })
  await press('Stay Signed In', question)
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  screen.getByRole('link', { name: '1 to sync' })
  mend()
  window.dispatchEvent(new Event('online'))
  await allSent()
  expect(await askedBy(server, email)).toEqual([cafe.ownerEmail])
})

test('shows encrypted work that the server cannot read until a person deletes it', async ({
  server,
  cafe,
}) => {
  await openDashboard(cafe.ownerEmail)
  const mend = network.cut()
  const email = await signUp('Unreadable')
  await screen.findByRole('link', { name: '1 to sync' })
  await signOutAnyway()
  mend()
  // Answers like a server whose secret was lost.
  network.answer('/api/sync/sealed', 200, { outcomes: ['unreadable'] })
  await open('/login')
  await signInOnScreen(cafe.ownerEmail)
  await follow('1 needs attention')
  const notice = /1 encrypted change .* can’t be read by the server/
  await screen.findByText(notice)
  await press('Try Again')
  await toast('The server still can’t read it')
  screen.getByText(notice)
  await press('Delete')
  await press('Delete', within(await screen.findByRole('alertdialog')))
  await screen.findByText('You’re all caught up. Everything is synced.')
  await allSent()
  expect(await askedBy(server, email)).toEqual([])
})

test('a sign-out warns that it deletes refused work', async ({ server, cafe }) => {
  const member = await (await otherDevice(server, cafe)).join('Refused')
  const { name, email } = member
  await startShift(cafe, member)
  await find(name)
  const mend = network.cut()
  await sell('8.00')
  await screen.findByRole('link', { name: '1 to sync' })
  await server.sql`update customer set erased_at = now() where email = ${email}`
  mend()
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('link', { name: '1 needs attention' })
  await open('/business-dashboard')
  await press('Sign Out')
  const question = within(await screen.findByRole('alertdialog'))
  question.getByRole('heading', { name: 'Sign out with 1 item that needs attention?' })
  question.getByText(/^1 change didn’t go through/)
  await press('Sign Out Anyway', question)
  await screen.findAllByRole('link', { name: 'Login' })
})

test('a changed role requires a new sign-in, which sends the saved work', async ({
  server,
  cafe,
}) => {
  const member = await (await otherDevice(server, cafe)).join('Promoted')
  const { name, email } = member
  await startShift(cafe, member)
  await find(name)
  const mend = network.cut(/^\/api\/sync/)
  await sell('12.00')
  await screen.findByText(/^You’re offline\. 1 change is saved on this device/)
  const owner = await new TestBrowser(server.url).signIn(cafe.ownerEmail)
  const params = { businessId: cafe.businessId }
  const { body: staff } = await owner.call('business.staff', { params })
  const staffId = staff.find((each) => each.email === cafe.staffEmail)?.id ?? ''
  await owner.call('auth.elevate', { body: { password: testPassword } })
  const change = { params: { ...params, staffId }, body: { role: 'business_admin' } }
  expect((await owner.call('business.changeStaffRole', change)).status).toBe(200)
  mend()
  window.dispatchEvent(new Event('online'))
  await heading('Login')
  await screen.findByText(/^This device has unsynced changes\./)
  expect(await linesOf(server, email)).toEqual(['welcome 100'])
  await signInOnScreen(cafe.staffEmail)
  await allSent()
  await open('/business-dashboard')
  await screen.findByRole('link', { name: 'Settings' })
  expect(await linesOf(server, email)).toEqual(['purchase 12', 'welcome 100'])
})

/** Raises the database version, as every newer version of the app would. */
async function upgradeAsNewerApp({ sql }: TestServer, email: string): Promise<void> {
  const [account] = await sql<{ id: string }[]>`select id from account where email = ${email}`
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
  const name = names.find((each) => account && each.startsWith(`regulars-${account.id}`))
  if (!name) throw new Error(`${email} has no database here`)
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(name, 20)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
}

test('the older app reports a database of a newer one, and exports its work', async ({
  server,
  cafe,
}) => {
  await openDashboard(cafe.ownerEmail)
  network.cut('/api/sync/push')
  const email = await signUp('Rolled')
  await screen.findByRole('link', { name: '1 to sync' })
  await leave()
  await upgradeAsNewerApp(server, cafe.ownerEmail)
  network.cut('/api/sync/push')
  await signIn(cafe.ownerEmail)
  await open('/business-dashboard')
  const notice = await screen.findByText(/last ran a newer version/)
  await follow('Pending Sync', within(notice.closest('[role=alert]') as HTMLElement))
  await expectAt('/outbox')
  await screen.findByText('We can’t show the changes on this device, but you can export them.')
  await press('Export a Copy')
  expect((await savedFile()).text).toContain(email)
})
