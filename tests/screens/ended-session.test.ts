/** A session that ended while screens of the person's own account were open, and why it ended. */
import { screen } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { expectAt, fieldOf, fill, follow, heading, part, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

async function openProfile(email: string) {
  await signIn(email)
  await open('/profile')
  await heading('Danger Zone')
}

async function expectSessionAsked() {
  await expect.poll(() => network.asked.map(({ path }) => path)).toContain('/api/auth/session')
}

test.for(['an owner', 'a super admin'] as const)(
  'the ended session of %s leads to the login, which names them, and back, from /profile and /email-preferences',
  async (who, { server, shop, superAdmin }) => {
    const email = who === 'an owner' ? shop.ownerEmail : superAdmin
    await openProfile(email)
    for (const [link, path] of [
      ['Email Preferences', '/email-preferences'],
      ['Profile', '/profile'],
    ] as const) {
      await server.sql`update session set ended_at = now()`
      network.asked.length = 0
      const release = network.hold('/api/auth/session')
      await follow(link)
      await expectSessionAsked()
      expect(screen.queryByText('Profile not found')).toBeNull()
      release()
      await expectAt(`/login?next=${encodeURIComponent(path)}`)
      await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('password')
      expect(fieldOf('Email').value).toBe(email)
      await fill('Password', testPassword)
      await press('Login')
      await expectAt(path)
      await heading(link)
    }
  },
)

test('the email of an ended session takes neither the field nor the focus from a person in it', async ({
  server,
  shop,
}) => {
  await openProfile(shop.ownerEmail)
  await server.sql`update session set ended_at = now()`
  await open('/login')
  await expect.poll(() => fieldOf('Email').value).toBe(shop.ownerEmail)

  const release = network.hold('/api/auth/session')
  await open('/login')
  await user.click(fieldOf('Email'))
  release()
  await expect.poll(() => network.isQuiet).toBe(true)
  expect(document.activeElement).toBe(fieldOf('Email'))
  await user.keyboard(shop.staffEmail)
  await fill('Password', testPassword)
  expect(fieldOf('Email').value).toBe(shop.staffEmail)
  await press('Login')
  await toast('Login successful')
})

test('only people who did not close their account themselves read that access was removed', async ({
  server,
}) => {
  const [closed, other] = [await createTestBusiness(server), await createTestBusiness(server)]
  await openProfile(closed.staffEmail)
  await press('Deactivate Account')
  await press('Cancel', await part('alertdialog', 'Deactivate your account?'))
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  await press('Deactivate Account')
  const question = await part('alertdialog', 'Deactivate your account?')
  await press('Deactivate Account', question)
  await toast('Account deactivated', 'Signing you out…')
  await screen.findAllByRole('link', { name: 'Login' })
  expect(location.pathname).toBe('/')
  for (const path of ['/', '/login']) {
    network.asked.length = 0
    await open(path)
    await expectSessionAsked()
    await expect.poll(() => network.isQuiet).toBe(true)
    expect(screen.queryByText('Your access was removed')).toBeNull()
  }
  expect(fieldOf('Email').value).toBe('')

  await fill('Email', closed.staffEmail)
  await fill('Password', testPassword)
  await press('Login')
  await toast('Login failed')

  await openProfile(other.staffEmail)
  const owner = await new TestBrowser(server.url).signIn(other.ownerEmail)
  await owner.call('auth.elevate', { body: { password: testPassword } })
  const params = { businessId: other.businessId }
  const { body: staff } = await owner.call('business.staff', { params })
  const staffId = staff.find(({ email }) => email === other.staffEmail)?.id ?? ''
  const removal = await owner.call('business.removeStaff', { params: { ...params, staffId } })
  expect(removal.status).toBe(200)
  await open('/login')
  await toast('Your access was removed')
})
