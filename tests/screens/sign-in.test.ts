/**
 * The screens before a sign-in: fields that password managers recognize, messages while a call
 * waits or fails, and where links and answers lead.
 */
import { screen } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { linkIn, readMail, readMails } from '#tests/support/mail.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import {
  expectAt,
  expectInvalid,
  fieldOf,
  fill,
  findField,
  follow,
  heading,
  isDisabled,
  press,
  pressTwice,
  user,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const anyId = '00000000-0000-4000-8000-000000000000'
const noConnection = 'Can’t connect. Check your internet and try again.'

const buttonOf = (name: string) => screen.getByRole('button', { name })

/** Password managers, and phones that receive the code, fill fields by these names. */
async function expectAutocomplete(wanted: Record<string, string>) {
  for (const [label, value] of Object.entries(wanted)) {
    expect((await findField(label)).getAttribute('autocomplete')).toBe(value)
  }
}

async function expectCodeField(label: string, submit: string) {
  const code = await findField(label)
  expect(code.getAttribute('inputmode')).toBe('numeric')
  expect(isDisabled(buttonOf(submit))).toBe(true)
  await user.type(code, '12a3b')
  expect(code.value).toBe('123')
  expect(isDisabled(buttonOf(submit))).toBe(true)
  await fill(label, '12345678')
  expect(code.value).toBe('123456')
  await fill(label, '')
  await user.click(code)
  await user.paste(' 654 321\n')
  expect(code.value).toBe('654321')
  expect(isDisabled(buttonOf(submit))).toBe(false)
}

test('/login validates, shows errors and leads to the wanted address', async ({ shop }) => {
  await open('/profile')
  await heading('Login')
  await expectAt('/login?next=%2Fprofile')
  expect(document.title).toBe('Login · Regulars')
  await expectAutocomplete({ Email: 'username', Password: 'current-password' })
  await press('Login')
  await expectInvalid('Email', 'Email is required')
  await expectInvalid('Password', 'Password is required')
  expect(document.activeElement).toBe(fieldOf('Email'))

  await fill('Email', shop.ownerEmail)
  await fill('Password', 'Not-The-One-1')
  expect(await pressTwice('Login', '/api/auth/login')).toBe(1)
  await toast('Login failed', 'Invalid email or password')
  await expectInvalid('Password', 'Check your email and your password, and try again.')
  expect(document.activeElement).toBe(fieldOf('Password'))
  await press('Show password')
  expect(fieldOf('Password').type).toBe('text')
  await press('Hide password')
  expect(fieldOf('Password').type).toBe('password')

  const mend = network.cut('/api/auth/login')
  await press('Login')
  await toast('Login failed', noConnection)
  mend()
  await fill('Password', testPassword)
  await user.type(fieldOf('Password'), '{Enter}')
  await toast('Login successful')
  await expectAt('/profile')
})

test('/login ignores a `next` address of another site, and links to the related screens', async ({
  superAdmin,
}) => {
  await open('/login')
  await follow('Forgot password?')
  await expectAt('/forgot-password')
  await follow('Back to login')
  await expectAt('/login')
  await follow('Create account')
  await expectAt('/signup')
  await follow('Sign in')
  await expectAt('/login')

  await open('/login?next=//evil.example/')
  await fill('Email', superAdmin)
  await fill('Password', testPassword)
  await press('Login')
  await expectAt('/super-admin-dashboard')
})

test('/login redirects a signed-in user, and stays if the session has ended', async ({
  server,
  shop,
}) => {
  await signIn(shop.ownerEmail)
  await open('/login')
  await expectAt('/business-dashboard')
  await open('/login?next=%2Fprofile')
  await expectAt('/profile')

  await server.sql`update session set ended_at = now()`
  network.asked.length = 0
  await open('/login')
  await heading('Login')
  await expect.poll(() => network.isQuiet).toBe(true)
  expect(network.asked.map(({ path }) => path)).toContain('/api/auth/session')
  await expectAt('/login')
})

test('/forgot-password passes the email on, so that password managers recognize the account', async ({
  shop,
}) => {
  await open('/login')
  await follow('Create account')
  await heading('Create account')
  history.back()
  await follow('Forgot password?')
  await heading('Reset your password')
  await fill('Email', shop.ownerEmail)
  await press('Send Reset Code')
  await heading('Choose a new password')
  const username = document.querySelector<HTMLInputElement>('input[autocomplete="username"]')
  expect(username?.value).toBe(shop.ownerEmail)
  expect(username?.readOnly).toBe(true)
})

test('/signup fills in the code and the email of the invite’s link', async () => {
  await open('/signup#code=ABCD-EF01-2345-6789&email=nell%2Bshop%40example.com')
  await heading('Create account')
  expect((await findField('Invite code')).value).toBe('ABCD-EF01-2345-6789')
  expect(fieldOf('Email').value).toBe('nell+shop@example.com')
  screen.getByText('We’ve filled in your invite code and email. Just add your details.')
})

test('/signup takes the code from the link, in capitals, and requires each field', async () => {
  await open('/signup?code=abcd-ef01-2345-6789')
  await heading('Create account')
  expect(document.title).toBe('Create account · Regulars')
  const code = await findField('Invite code')
  expect(code.value).toBe('ABCD-EF01-2345-6789')
  expect(location.pathname + location.search + location.hash).toBe(
    '/signup#code=ABCD-EF01-2345-6789',
  )
  await expectAutocomplete({
    'Invite code': 'off',
    'First name': 'given-name',
    'Last name': 'family-name',
    Email: 'username',
    Password: 'new-password',
    'Confirm password': 'new-password',
  })
  await fill('Invite code', '')
  await user.type(code, 'wxyz')
  expect(code.value).toBe('WXYZ')
  await user.keyboard('{ArrowLeft}q')
  expect(code.value).toBe('WXYQZ')

  await press('Create Account')
  await expectInvalid('First name', 'First name is required')
  await expectInvalid('Last name', 'Last name is required')
  await expectInvalid('Email', 'Email is required')
  expect(document.activeElement).toBe(fieldOf('First name'))
  screen.getByText('8+ characters with an uppercase letter, a lowercase letter, and a number')
  await fill('First name', 'Nell')
  await expect.poll(() => fieldOf('First name').getAttribute('aria-invalid')).not.toBe('true')
  await fill('Last name', 'Quill')
  await fill('Email', 'nell@example.com')
  for (const label of ['Password', 'Confirm password']) await fill(label, 'lowercase1')
  await press('Create Account')
  await expectInvalid('Password', 'Password needs an uppercase letter, a lowercase letter')
  for (const label of ['Password', 'Confirm password']) await fill(label, 'Copper-Tide-1')
  expect(await pressTwice('Create Account', '/api/auth/register')).toBe(1)
  await toast(
    'Registration failed',
    'This invite code is invalid, already used, or expired. Ask for a new one.',
  )
  await expectInvalid('Invite code', 'This invite code is invalid')
})

test('/verify-email takes six digits, typed or pasted, and rejects wrong ones', async () => {
  await open(`/verify-email?userId=${anyId}`)
  await heading('Verify your email')
  expect(document.title).toBe('Verify your email · Regulars')
  const code = await findField('Verification code')
  expect(document.activeElement).toBe(code)
  await expectAutocomplete({ 'Verification code': 'one-time-code' })
  await expectCodeField('Verification code', 'Verify Email')
  expect(await pressTwice('Verify Email', '/api/auth/verify-email')).toBe(1)
  await toast('Verification failed', 'Invalid or expired code')
  await expectInvalid('Verification code', 'Invalid or expired code')
  await expect.poll(() => code.value).toBe('')
  expect(isDisabled(buttonOf('Verify Email'))).toBe(true)

  network.cut('/api/auth/resend-verification')
  await press('Resend code')
  await toast('Resend failed', noConnection)
  expect(isDisabled(buttonOf('Resend code'))).toBe(false)
  await follow('Back to login')
  await expectAt('/login')
  await open('/verify-email?userId=nobody')
  await toast('Invalid link', 'No user ID found')
  await expectAt('/signup')
})

test('/forgot-password requires an address and says if the server doesn’t answer', async () => {
  await open('/forgot-password')
  await heading('Reset your password')
  expect(document.title).toBe('Reset your password · Regulars')
  await expectAutocomplete({ Email: 'username' })
  await press('Send Reset Code')
  await expectInvalid('Email', 'Email is required')
  await fill('Email', 'nell@example.com')
  network.cut('/api/auth/forgot-password')
  await press('Send Reset Code')
  await toast('Request failed', noConnection)
  await expectAt('/forgot-password')
})

test('/reset-password takes six digits and a password twice', async () => {
  await open(`/reset-password?userId=${anyId}`)
  await heading('Choose a new password')
  expect(document.title).toBe('Choose a new password · Regulars')
  await expectAutocomplete({
    'Reset code': 'one-time-code',
    'New password': 'new-password',
    'Confirm password': 'new-password',
  })
  const both = ['New password', 'Confirm password']
  await expectCodeField('Reset code', 'Reset Password')
  await fill('New password', 'Copper-Tide-1')
  await fill('Confirm password', 'Copper-Tide-2')
  await press('Reset Password')
  await toast("Passwords don't match", 'Enter the same password in both fields.')
  await expectInvalid('Confirm password', "Passwords don't match")
  for (const label of both) await fill(label, 'Ab1')
  await press('Reset Password')
  await toast('Password too short', 'Password must be at least 8 characters')
  for (const label of both) await fill(label, 'Copper-Tide-1')
  expect(await pressTwice('Reset Password', '/api/auth/reset-password')).toBe(1)
  await toast('Reset failed', 'Invalid or expired code')
  await expectInvalid('Reset code', 'Invalid or expired code')
  await follow('Send another')
  await expectAt('/forgot-password')
  await open('/reset-password?userId=nobody')
  await toast('Invalid link', 'No user ID found')
  await expectAt('/forgot-password')
})

test('a forgotten password is reset by the mailed link, and ends every session', async ({
  server,
}) => {
  const { ownerEmail } = await createTestBusiness(server)
  const elsewhere = await new TestBrowser(server.url).signIn(ownerEmail)
  await open('/forgot-password')
  await fill('Email', 'nobody@example.com')
  await press('Send Reset Code')
  await toast('Check your email', "If an account exists, we've sent a reset code to your email.")
  await heading('Choose a new password')
  await open('/forgot-password')
  await fill('Email', ownerEmail)
  await press('Send Reset Code')
  await heading('Choose a new password')
  await expect.poll(async () => (await readMails(server, ownerEmail)).length).toBe(1)
  await fill('Reset code', '12345')
  expect(isDisabled(buttonOf('Reset Password'))).toBe(true)
  // The mail's link replaces the code.
  const { pathname, search, hash } = new URL(linkIn(await readMail(server, ownerEmail)))
  await open(pathname + search + hash)
  await screen.findByText(/^Your link is valid\./)
  expect(screen.queryByLabelText(/^Reset code/)).toBeNull()
  await fill('New password', 'Harbor-Finch-9083')
  await fill('Confirm password', testPassword)
  await press('Reset Password')
  await toast("Passwords don't match")
  await fill('Confirm password', 'Harbor-Finch-9083')
  await press('Reset Password')
  await toast('Password reset successful')
  await heading('Login')
  await fill('Email', ownerEmail)
  await fill('Password', testPassword)
  await press('Login')
  await toast('Login failed')
  await fill('Password', 'Harbor-Finch-9083')
  await press('Login')
  await expectAt('/business-dashboard')
  expect((await elsewhere.call('auth.user')).status).toBe(401)
})

test('reports a link without a user and opens the screen that sends a new one', async () => {
  await open('/verify-email')
  await toast('Invalid link', /No user ID found|This link isn/)
  await expectAt('/signup')
  await open('/reset-password')
  await toast('Invalid link')
  await expectAt('/forgot-password')
})
