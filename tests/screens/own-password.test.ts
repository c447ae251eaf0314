/**
 * A person changes their password in the profile: what is refused, and what a success ends.
 *
 * @module-tag deep
 */
import { screen } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { readMail } from '#tests/support/mail.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { cutNetwork, network, open, signIn } from './support/browser.ts'
import { expectInvalid, fieldOf, fill, isDisabled, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const path = '/api/auth/change-password'
const newPassword = 'Lantern-Quay-58'

async function type(current: string, wanted: string, confirmed = wanted): Promise<void> {
  await fill('Current password', current)
  await fill('New password', wanted)
  await fill('Confirm password', confirmed)
}

const typed = () =>
  ['Current password', 'New password', 'Confirm password'].map((label) => fieldOf(label).value)

async function mayEnter(email: string, password: string): Promise<boolean> {
  const body = { email, password }
  return (await new TestBrowser(network.url).call('auth.login', { body })).status === 200
}

test('refuses a short, a common and a mistyped password, and changes it with the current one', async ({
  server,
}) => {
  const { staffEmail } = await createTestBusiness(server)
  const elsewhere = await new TestBrowser(server.url).signIn(staffEmail)
  await signIn(staffEmail)
  await open('/profile')
  await screen.findByRole('button', { name: 'Sign Out Everywhere Else' })

  await press('Change Password')
  await expectInvalid('Current password', 'Enter your current password')
  expect(document.activeElement).toBe(fieldOf('Current password'))
  await type(testPassword, 'Ab1')
  await press('Change Password')
  await toast('Password too short', 'Password must be at least 8 characters')
  await expectInvalid('New password', 'Password must be at least 8 characters')
  await type(testPassword, newPassword, 'Lantern-Quay-85')
  await press('Change Password')
  await toast("Passwords don't match", 'Enter the same password in both fields.')
  await expectInvalid('Confirm password', "Passwords don't match")
  expect(network.asked.some((asked) => asked.path === path)).toBe(false)

  const common = 'That password is too common. Choose a different one.'
  await type(testPassword, 'Welcome2026!')
  await press('Change Password')
  await toast('Password not changed', common)
  await expectInvalid('New password', common)
  expect(document.activeElement).toBe(fieldOf('New password'))
  await type('Wrong-Guess-1', newPassword)
  await press('Change Password')
  await toast('Password not changed', 'That password isn’t right.')
  expect(typed()).toEqual(['Wrong-Guess-1', newPassword, newPassword])

  await fill('Current password', testPassword)
  const mend = network.cut(path)
  await press('Change Password')
  await toast('Password not changed', 'Can’t connect. Check your internet and try again.')
  mend()
  const reconnect = cutNetwork()
  await screen.findByText('You’re offline. Connect to the internet to do this.')
  expect(isDisabled(screen.getByRole('button', { name: 'Change Password' }))).toBe(true)
  reconnect()
  expect(typed()).toEqual([testPassword, newPassword, newPassword])
  expect(await mayEnter(staffEmail, testPassword)).toBe(true)
  expect((await elsewhere.call('auth.session')).body.user).not.toBeNull()

  await press('Change Password')
  await toast('Password changed', 'Your other devices are signed out.')
  await expect.poll(typed).toEqual(['', '', ''])
  await expect
    .poll(() => screen.queryByRole('button', { name: 'Sign Out Everywhere Else' }))
    .toBeNull()
  screen.getByText('This device')
  expect((await elsewhere.call('auth.session')).body.user).toBeNull()
  expect((await readMail(server, staffEmail)).kind).toBe('passwordChanged')
  expect([
    await mayEnter(staffEmail, testPassword),
    await mayEnter(staffEmail, newPassword),
  ]).toEqual([false, true])
})
