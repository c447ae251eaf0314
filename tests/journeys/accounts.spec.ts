/**
 * An account's life on the screen, with its mails: invited, registered, verified, signed in, its
 * password forgotten and reset, changed, and closed.
 */
import type { Page } from '@playwright/test'
import type { RunningApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { awaitMail, codeIn, linkIn } from './support/mail.ts'
import { signIn } from './support/sign-in.ts'
import { expectKeptToast, keepToasts } from './support/toast.ts'

let app: RunningApp
let page: Page
test.use({ ...withoutWorker, viewport: desktop })
test.beforeEach(async ({ app: ofThisFile, page: fresh }) => {
  app = ofThisFile
  page = fresh
  await forgetTries()
  await keepToasts(page)
})

const password = 'Copper-Tide-4471'
const newPassword = 'Harbor-Finch-9083'

/** As after an hour: what limits how often codes and sign-ins are tried begins anew. */
const forgetTries = () => app.ask((sql) => sql`delete from attempt`)

const at = (pathname: string) => page.waitForURL((url) => url.pathname === pathname)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const toast = (...words: (string | RegExp)[]) => expectKeptToast(page, ...words)

async function inviteOwner(businessName: string, email: string): Promise<string> {
  await signIn(page, app, app.superAdmin)
  await at('/super-admin-dashboard')
  await page.getByRole('button', { name: 'Create Invite' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Invite' })
  await dialog.getByLabel('Business name').fill(businessName)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Create Invite' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await question.getByLabel(/^Password/).fill(app.superAdmin.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await toast('Invite created')
  const invitation = page.getByRole('listitem').filter({ hasText: businessName })
  await expect(invitation.getByText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)).toBeVisible()
  await expect(invitation.getByText(/^Expires /)).toBeVisible()
  await signOut()
  return linkIn(await awaitMail(app, email, 'ownerInvite'))
}

async function signOut() {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).first().click()
  await at('/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
}

async function fillRegistration(email: string, typed = { password, again: password }) {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Marsh')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed.password)
  await page.getByLabel('Confirm password').fill(typed.again)
}

/** Invited, registered and verified. */
async function haveAccount(businessName: string, email: string) {
  await page.goto(await inviteOwner(businessName, email))
  await fillRegistration(email)
  await button('Create Account').click()
  await at('/verify-email')
  await page
    .getByLabel('Verification code')
    .fill(codeIn(await awaitMail(app, email, 'verifyEmail')))
  await button('Verify Email').click()
  await at('/login')
}

test('an owner is invited, registers, verifies and lands on their own empty business', async () => {
  const email = 'ada@example.com'
  const link = await inviteOwner('Corner Bakery', email)
  expect(link).toContain(`${app.url}/signup#code=`)
  await page.goto(link)
  const code = page.getByLabel('Invite code')
  await expect(code).toHaveValue(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
  const invite = await code.inputValue()
  await code.fill(invite.toLowerCase())
  await expect(code).toHaveValue(invite)

  await fillRegistration(email, { password, again: newPassword })
  await button('Create Account').click()
  await toast("Passwords don't match")
  await fillRegistration(email, { password: 'Ab1', again: 'Ab1' })
  await button('Create Account').click()
  await toast('Password too short')
  await code.fill('0000-0000-0000-0000')
  await fillRegistration(email)
  await button('Create Account').click()
  await toast('Registration failed')
  await code.fill(invite)
  await fillRegistration(email)
  await button('Create Account').click()
  await toast('Registration successful!', 'Please check your email for a verification code')
  await at('/verify-email')

  const digits = page.getByLabel('Verification code')
  await expect(button('Verify Email')).toBeDisabled()
  await digits.fill('12 34')
  await expect(digits).toHaveValue('1234')
  await expect(button('Verify Email')).toBeDisabled()
  const mailed = codeIn(await awaitMail(app, email, 'verifyEmail'))
  await digits.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'))
  await button('Verify Email').click()
  await toast('Verification failed')

  await signInAs(email, password)
  await toast('Email not verified', 'Please verify your email first.')
  await at('/verify-email')
  const newest = codeIn(await awaitMail(app, email, 'verifyEmail'))
  await digits.fill(newest)
  await button('Verify Email').click()
  await toast('Email verified!')
  await at('/login')

  await signInAs(email, password)
  await toast('Login successful')
  await at('/business-dashboard')
  await expect(page.getByRole('heading', { name: 'Corner Bakery' })).toBeVisible()
  await expect(page.getByText(/@example.com/)).toHaveCount(0)
  await page.goto(`${app.url}/super-admin-dashboard`)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

async function signInAs(email: string, typed: string) {
  await page.goto(`${app.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(typed)
  await button('Login').click()
}

test('the mailed link fills the code in; another code is sent once a minute has passed', async () => {
  const email = 'grace@example.com'
  await page.goto(await inviteOwner('Harbor Books', email))
  await fillRegistration(email)
  await button('Create Account').click()
  await at('/verify-email')
  const first = await awaitMail(app, email, 'verifyEmail')
  const waiting = page.getByRole('button', { name: /^Resend code in / })
  await expect(waiting).toBeDisabled()
  // A page that was opened anew does not know how long to wait; the server does, and says so.
  await page.goto(linkIn(first))
  await button('Resend code').click()
  await toast('Resend failed')
  await expect(waiting).toBeDisabled()
  await forgetTries()
  // The same link again would leave the page, and what it waits for, as it is.
  await page.goto('about:blank')
  await page.goto(linkIn(first))
  await expect(page.getByLabel('Verification code')).toHaveValue(codeIn(first))
  await button('Resend code').click()
  await toast('Code resent')
  await expect
    .poll(async () => codeIn(await awaitMail(app, email, 'verifyEmail')))
    .not.toBe(codeIn(first))
  await page
    .getByLabel('Verification code')
    .fill(codeIn(await awaitMail(app, email, 'verifyEmail')))
  await button('Verify Email').click()
  await toast('Email verified!')
})

test('a forgotten password is reset by the mailed code, and ends every session', async ({
  browser,
}) => {
  const elsewhere = await browser.newPage({ viewport: desktop })
  const email = 'forgetful@example.com'
  await haveAccount('Mill Cinema', email)
  await signIn(elsewhere, app, { email, password })

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await at('/forgot-password')
  // The screen that is left has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill('nobody@example.com')
  await button('Send Reset Code').click()
  await toast("If an account exists, we've sent a reset code to your email.")
  await at('/reset-password')

  await page.goto(`${app.url}/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await button('Send Reset Code').click()
  await toast('Check your email')
  await at('/reset-password')
  const mail = await awaitMail(app, email, 'resetPassword')
  await page.getByLabel('Reset code').fill('12345')
  await expect(button('Reset Password')).toBeDisabled()
  await page.getByLabel('Reset code').fill(codeIn(mail))
  // The link of the mail stands for the code.
  await page.goto(linkIn(mail))
  await expect(page.getByText('Your link is valid.')).toBeVisible()
  await expect(page.getByLabel('Reset code')).toBeHidden()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Confirm password').fill(password)
  await button('Reset Password').click()
  await toast("Passwords don't match")
  await page.getByLabel('Confirm password').fill(newPassword)
  await button('Reset Password').click()
  await toast('Password reset successful')
  await at('/login')

  await signInAs(email, password)
  await toast('Login failed')
  await signInAs(email, newPassword)
  await at('/business-dashboard')
  await elsewhere.goto(`${app.url}/profile`)
  await elsewhere.waitForURL((url) => url.pathname === '/login')
  await elsewhere.close()
})

test('a closed account says so, leads to / after two seconds and signs in no more', async () => {
  const email = 'leaving@example.com'
  await haveAccount('Last Orders', email)
  await signInAs(email, password)
  await at('/business-dashboard')
  await page.goto(`${app.url}/profile`)
  await button('Deactivate Account').click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await button('Deactivate Account').click()
  await question.getByRole('button', { name: 'Deactivate Account' }).click()
  await toast('Account deactivated')
  await at('/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await signInAs(email, password)
  await toast('Login failed')
})

test('an owner invites a colleague, who lands on / and has no way to the staff list', async () => {
  const email = 'colleague@example.com'
  await signIn(page, app, app.owner, '/business-dashboard/staff')
  await button('Invite Staff').click()
  const dialog = page.getByRole('dialog', { name: 'Invite Staff' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send Invite' }).click()
  await toast('Invite sent')
  await signOut()
  await page.goto(linkIn(await awaitMail(app, email, 'staffInvite')))
  await fillRegistration(email)
  await button('Create Account').click()
  await at('/verify-email')
  await page
    .getByLabel('Verification code')
    .fill(codeIn(await awaitMail(app, email, 'verifyEmail')))
  await button('Verify Email').click()
  await at('/login')
  await signInAs(email, password)
  await at('/')
  await expect(page.getByRole('heading', { name: 'Counter', exact: true })).toBeAttached()
  await expect(page.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0)
  await page.goto(`${app.url}/business-dashboard/staff`)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})
