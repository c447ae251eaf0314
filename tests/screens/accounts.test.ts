/**
 * New people are invited by email, register, verify, and sign in to their own start page.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { linkIn, otherCode, readCode, readMail, readMails } from '#tests/support/mail.ts'
import { inviteOwner, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import type { TestServer } from '#tests/support/server.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { network, open, signIn } from './support/browser.ts'
import {
  expectAt,
  fieldOf,
  fill,
  findField,
  givePassword,
  heading,
  isDisabled,
  part,
  press,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

/** Opens the link of the newest mail to this address. */
async function openMailed(server: TestServer, address: string, kind: string) {
  const newest = async () => (await readMails(server, address))[0]
  await expect.poll(async () => (await newest())?.kind).toBe(kind)
  const { pathname, search, hash } = new URL(linkIn(await readMail(server, address)))
  await open(pathname + search + hash)
}

async function fillRegistration(email: string, password = testPassword, again = password) {
  await fill('First name', 'Ada')
  await fill('Last name', 'Marsh')
  await fill('Email', email)
  await fill('Password', password)
  await fill('Confirm password', again)
}

async function signInOnScreen(email: string) {
  await open('/login')
  await fill('Email', email)
  await fill('Password', testPassword)
  await press('Login')
}

const signOut = async () => {
  const [first] = await screen.findAllByRole('button', { name: 'Sign Out' })
  first?.click()
  await expectAt('/')
  await screen.findAllByRole('link', { name: 'Login' })
}

const at = (pathname: string) => expect.poll(() => location.pathname).toBe(pathname)

test('an invited owner registers, verifies the email and opens their empty business', async ({
  server,
  shop: _,
  superAdmin,
}) => {
  const email = 'ada@example.com'
  await signIn(superAdmin)
  await passwordGrowsOld(server)
  await open('/super-admin-dashboard')
  await press('Create Invite')
  const dialog = await part('dialog', 'Create Invite')
  await fill('Business name', 'Corner Bakery', dialog)
  await fill('Email', email, dialog)
  await press('Create Invite', dialog)
  await givePassword(testPassword)
  await toast('Invite created')
  const invitation = within((await screen.findByText(email)).closest('li') as HTMLElement)
  invitation.getByText(/Corner Bakery/)
  const invite = invitation.getByText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/).textContent
  invitation.getByText(/^Expires /)
  await signOut()

  await openMailed(server, email, 'ownerInvite')
  const code = await findField('Invite code')
  expect(code.value).toBe(invite)
  await fill('Invite code', invite.toLowerCase())
  await expect.poll(() => code.value).toBe(invite)
  await fillRegistration(email, testPassword, 'Harbor-Finch-9083')
  await press('Create Account')
  await toast("Passwords don't match")
  await fillRegistration(email, 'Ab1')
  await press('Create Account')
  await toast('Password too short')
  await fill('Invite code', '0000-0000-0000-0000')
  await fillRegistration(email)
  await press('Create Account')
  await toast('Registration failed')
  await fill('Invite code', invite)
  await press('Create Account')
  await toast('Registration successful!', 'Please check your email for a verification code')
  await at('/verify-email')

  await fill('Verification code', otherCode(await readCode(server, email)))
  await press('Verify Email')
  await toast('Verification failed')
  await signInOnScreen(email)
  await toast('Email not verified', 'Please verify your email first.')
  await at('/verify-email')
  await fill('Verification code', await readCode(server, email))
  await press('Verify Email')
  await toast('Email verified!')
  await at('/login')

  await signInOnScreen(email)
  await toast('Login successful')
  await at('/business-dashboard')
  await heading('Corner Bakery')
  await screen.findByText(/^No customers yet/)
  expect(screen.queryByText(/@example.com/)).toBeNull()
  await open('/super-admin-dashboard')
  await heading('Page Not Found')
})

test('the mailed link fills in the code; a new code can be sent after a minute', async ({
  server,
}) => {
  const email = 'grace@example.com'
  await inviteOwner(await signInSuperAdmin(server), 'Harbor Books', email)
  await openMailed(server, email, 'ownerInvite')
  await findField('Invite code')
  await fillRegistration(email)
  await press('Create Account')
  await at('/verify-email')
  const waiting = () => screen.findByRole('button', { name: /^Resend code in / })
  expect(isDisabled(await waiting())).toBe(true)
  const first = await readCode(server, email)
  // A reopened page does not know how long to wait, so the server refuses and says it.
  await openMailed(server, email, 'verifyEmail')
  await press('Resend code')
  await toast('Resend failed')
  expect(isDisabled(await waiting())).toBe(true)

  server.turnClock(61_000)
  await openMailed(server, email, 'verifyEmail')
  await expect.poll(() => fieldOf('Verification code').value).toBe(first)
  await press('Resend code')
  await toast('Code resent')
  await expect.poll(async () => (await readMails(server, email)).length).toBe(3)
  const second = await readCode(server, email)
  expect(second).not.toBe(first)
  await fill('Verification code', second)
  await press('Verify Email')
  await toast('Email verified!')
})

test('an owner invites a colleague, who starts at the counter and cannot open the staff list', async ({
  server,
  shop,
}) => {
  const email = 'colleague@example.com'
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/staff')
  await press('Invite Staff')
  const dialog = await part('dialog', 'Invite Staff')
  await fill('Email', email, dialog)
  await press('Send Invite', dialog)
  await toast('Invite sent')
  await signOut()
  await openMailed(server, email, 'staffInvite')
  await findField('Invite code')
  await fillRegistration(email)
  await press('Create Account')
  await at('/verify-email')
  await fill('Verification code', await readCode(server, email))
  await press('Verify Email')
  await at('/login')
  await signInOnScreen(email)
  await at('/')
  await heading('Counter')
  expect(screen.queryByRole('link', { name: 'Staff' })).toBeNull()
  network.asked.length = 0
  await open('/business-dashboard/staff')
  await heading('Page Not Found')
  expect(network.asked.map(({ path }) => path)).not.toContainEqual(
    expect.stringContaining('/staff'),
  )
})
