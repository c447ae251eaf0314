/**
 * A person's own account on /profile and /email-preferences: changes the name and photo, signs other
 * devices out, exports the data and erases the account.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import sharp from 'sharp'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { readCode, readMail, readMails } from '#tests/support/mail.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { network, open, savedFile, signIn } from './support/browser.ts'
import {
  detail,
  fieldOf,
  fill,
  follow,
  givePassword,
  heading,
  isDisabled,
  part,
  press,
  user,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const isOffered = (name: string) => screen.queryByRole('button', { name }) !== null

async function openProfile(email: string) {
  await signIn(email)
  await open('/profile')
  await heading('Danger Zone')
  await screen.findByText('This device')
}

test('shows name and phone, discards canceled and rejects invalid changes, and saves valid ones', async ({
  shop,
}) => {
  await openProfile(shop.ownerEmail)
  expect(detail('Email')).toBe(shop.ownerEmail)
  expect(detail('Role')).toBe('business admin')

  await press('Edit Profile')
  await expect.poll(() => document.activeElement).toBe(fieldOf('First name'))
  expect(isOffered('Edit Profile')).toBe(false)
  await fill('First name', 'Nobody')
  await press('Cancel')
  await expect.poll(() => detail('First name')).toBe('Test')

  await press('Edit Profile')
  await fill('First name', '')
  await fill('Phone', 'call me')
  await press('Save Changes')
  await toast('Update failed')
  expect(fieldOf('First name').getAttribute('aria-invalid')).toBe('true')
  expect(fieldOf('Phone').getAttribute('aria-invalid')).toBe('true')

  await fill('First name', 'Wilhelmina')
  await fill('Phone', '+1 555 0142')
  const release = network.hold('/api/auth/profile')
  await press('Save Changes')
  const save = screen.getByRole('button', { name: 'Save Changes' })
  await expect.poll(() => isDisabled(save)).toBe(true)
  release()
  await toast('Profile updated')
  await expect.poll(() => detail('First name')).toBe('Wilhelmina')
  await open('/profile')
  await heading('Danger Zone')
  expect(detail('First name')).toBe('Wilhelmina')
  expect(detail('Phone')).toBe('+1 555 0142')
})

test('a new email requires the password, and applies after its code is entered', async ({
  server,
  shop,
}) => {
  const email = 'wilhelmina@example.com'
  const codeSent = `Enter the code we sent to ${email} to finish changing your email.`
  const waits = () => within(screen.getByRole('main')).queryByText(codeSent)
  await openProfile(shop.staffEmail)
  await passwordGrowsOld(server)
  await press('Edit Profile')
  await fill('Email', email)
  await press('Save Changes')
  await press('Cancel', await part('dialog', 'Confirm It’s You'))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(isOffered('Dismiss')).toBe(false)
  expect(fieldOf('Email').value).toBe(email)

  await press('Save Changes')
  const question = await part('dialog', 'Confirm It’s You')
  await press('Confirm', question)
  await question.findByText('Password is required')
  await givePassword('Not-The-One-1')
  await question.findByText('That password isn’t right.')
  await givePassword(testPassword)
  await toast('Profile updated', codeSent)
  expect(waits()).not.toBeNull()
  expect(detail('Email')).toBe(shop.staffEmail)
  await press('Cancel')
  await toast('Profile updated', `Your email is still ${shop.staffEmail}.`)
  await expect.poll(waits).toBeNull()

  await server.sql`delete from attempt`
  await press('Edit Profile')
  await fill('Email', email)
  // Holds the session call, because a person may enter the code before the app reads the session
  // again.
  const release = network.hold('/api/auth/session')
  // The password was entered a moment ago, so the app does not ask again.
  await press('Save Changes')
  await within(screen.getByRole('main')).findByText(codeSent)
  await follow('Enter Code')
  // The first mail belongs to the canceled change.
  await expect.poll(async () => (await readMails(server, email)).length).toBe(2)
  await fill('Verification code', await readCode(server, email))
  await press('Verify Email')
  release()
  await toast('Email verified!', 'Your account now uses this email.')
  await heading('Danger Zone')
  expect(location.pathname).toBe('/profile')
  expect(detail('Email')).toBe(email)
  expect((await readMail(server, shop.staffEmail)).kind).toBe('emailChanged')
})

test('resizes a photo, refuses a file that is not a photo, and removes a photo', async ({
  shop,
}) => {
  await openProfile(shop.ownerEmail)
  const picture = () => document.querySelector<HTMLImageElement>('main section img')
  const choose = (name: string, type: string, bytes: BlobPart) =>
    user.upload(screen.getByLabelText('Photo'), new File([bytes], name, { type }))

  await choose('notes.png', 'image/png', 'not a picture at all')
  await toast('Update failed', /We can’t read this file\./)
  await choose('me.svg', 'image/svg+xml', '<svg/>')
  await toast('Update failed', 'Choose a PNG, JPEG, or WebP photo.')
  expect(picture()).toBeNull()
  const size = { width: 1600, height: 1200, channels: 3, background: '#0f766e' } as const
  await choose(
    'me.png',
    'image/png',
    new Uint8Array(await sharp({ create: size }).png().toBuffer()),
  )
  await toast('Photo updated')
  const answer = await fetch(picture()?.getAttribute('src') ?? '')
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
  expect([width, height]).toEqual([512, 384])
  await open('/profile')
  await press('Remove Photo')
  await toast('Photo removed')
  expect(picture()).toBeNull()
  expect(isOffered('Remove Photo')).toBe(false)
})

const phones = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
}

test('signs out one other device, then all others, and stays signed in', async ({
  server,
  shop,
}) => {
  const body = { email: shop.ownerEmail, password: testPassword }
  const elsewhere = Object.values(phones).map(async (userAgent) => {
    const browser = new TestBrowser(server.url)
    await browser.call('auth.login', { body, headers: { 'User-Agent': userAgent } })
    return browser
  })
  const others = await Promise.all(elsewhere)
  await openProfile(shop.ownerEmail)
  const sessions = () => {
    const rows = screen.getByText('This device').closest('ul')?.children ?? []
    return [...rows].map(({ textContent }) => textContent)
  }
  expect(sessions().filter((text) => text.includes('This device'))).toHaveLength(1)
  await press('Sign out Safari on iPhone')
  await toast('Signed out')
  await expect.poll(() => sessions().join()).not.toContain('Safari on iPhone')
  expect(sessions().join()).toContain('Chrome on Android')

  await press('Sign Out Everywhere Else')
  const question = await part('alertdialog', 'Sign out everywhere else?')
  await question.findByText(/You’ll stay signed in on this device\./)
  await press('Cancel', question)
  expect(sessions().join()).toContain('Chrome on Android')
  await press('Sign Out Everywhere Else')
  await press('Sign Out Everywhere Else', await part('alertdialog', 'Sign out everywhere else?'))
  await expect.poll(sessions).toEqual([expect.stringContaining('This device')])
  await toast('Signed out')
  expect(isOffered('Sign Out Everywhere Else')).toBe(false)
  for (const other of others) expect((await other.call('auth.session')).body.user).toBeNull()
  await open('/profile')
  await screen.findByText('This device')
  expect(sessions()).toHaveLength(1)
})

test('saves each change of the marketing consent at once, with its date and the history', async ({
  shop,
}) => {
  const name = 'Receive marketing emails'
  const wanted = () => screen.getByRole<HTMLInputElement>('checkbox', { name })
  await signIn(shop.ownerEmail)
  await open('/email-preferences')
  await heading('Your Rights Under the GDPR')
  expect(wanted().checked).toBe(false)
  await screen.findByText('Last updated: Not set')

  await press(name, screen, 'checkbox')
  await toast('Preferences updated', 'You’re subscribed to marketing emails.')
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  await screen.findByText(new RegExp(`^Last updated: ${day.format(new Date())}`))
  await press(name, screen, 'checkbox')
  await toast('Preferences updated', 'You’re unsubscribed from marketing emails.')
  const history = (await screen.findByText('Consent history (2)')).closest('details')
  const answers = [...(history?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
  expect(answers).toEqual([expect.stringMatching(/Declined$/), expect.stringMatching(/Agreed$/)])

  const mend = network.cut('/api/auth/marketing-preferences')
  await press(name, screen, 'checkbox')
  await toast('Update failed', 'Can’t connect. Check your internet and try again.')
  expect(wanted().checked).toBe(false)
  mend()
  await follow('Profile')
  await press(name, screen, 'checkbox')
  await toast('Preferences updated')
  await open('/profile')
  await expect.poll(() => wanted().checked).toBe(true)
})

test('asks super admins for no marketing consent, and keeps the only one from closing the account', async ({
  server,
  superAdmin,
}) => {
  await openProfile(superAdmin)
  await passwordGrowsOld(server)
  expect(detail('Role')).toBe('super admin')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await press('Deactivate Account')
  const question = await part('alertdialog', 'Deactivate your account?')
  await question.findByText(
    'You’ll be signed out everywhere and won’t be able to sign in again. Sales you recorded are kept.',
  )
  await press('Deactivate Account', question)
  await givePassword(testPassword)
  await toast(
    'Deactivation failed',
    'You’re the only super admin, so you can’t close this account.',
  )
  await follow('Email Preferences')
  await screen.findByText(/^Super admins don’t receive marketing emails/)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('downloads everything stored about the user', async ({ shop }) => {
  await openProfile(shop.ownerEmail)
  await press('Download My Data')
  const { name, text } = await savedFile()
  expect(name).toBe('regulars-account.json')
  const kept = JSON.parse(text)
  expect(kept.account).toMatchObject({ email: shop.ownerEmail, role: 'business_admin' })
  expect(kept.sessions.at(-1)).toMatchObject({ endedAt: null })
  expect(kept.acts.map(({ act }: { act: string }) => act)).toContain('auth.login')
})

test('reports a profile that fails to load, and loads it on Try Again', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  const recover = network.answer('/api/auth/profile', 500)
  await open('/profile')
  await screen.findByText('Profile not found')
  recover()
  await press('Try Again')
  await heading('Danger Zone')
})

test('erases an account permanently, after a confirmation and the password', async ({ server }) => {
  const { staffEmail } = await createTestBusiness(server)
  await openProfile(staffEmail)
  await passwordGrowsOld(server)
  await press('Delete Account')
  const question = await part('alertdialog', 'Delete your account?')
  await question.findByText(
    'Your name, email, phone, and photo will be permanently deleted. Sales you recorded stay, without your name. This can’t be undone.',
  )
  await press('Delete Account', question)
  await givePassword(testPassword)
  await toast('Account deleted', 'Signing you out…')
  // A fast sign-out may have taken the page away.
  const other = screen.queryAllByRole('button', { name: 'Deactivate Account' })
  expect(other.every(isDisabled)).toBe(true)
  await screen.findAllByRole('link', { name: 'Login' })
  expect(location.pathname).toBe('/')
  const left = await server.sql`select 1 from account where email = ${staffEmail}`
  expect(left).toEqual([])
})
