/**
 * The screens before a sign-in, as a person and their password manager meet them (docs/product.md,
 * §8): what they ask, what they say while they wait and when it fails, and where they lead.
 */
import type { Locator, Page } from '@playwright/test'
import type { RunningApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { holdAnswers } from './support/hold-answers.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { expectToast } from './support/toast.ts'

let app: RunningApp
let page: Page
test.use({ ...withoutWorker, viewport: desktop })
test.beforeEach(({ app: ofThisFile, page: fresh }) => {
  app = ofThisFile
  page = fresh
})

const anyId = '00000000-0000-4000-8000-000000000000'
const noConnection = 'Can’t connect. Check your internet and try again.'

const open = (path: string) => page.goto(app.url + path)
const field = (label: string) => page.getByLabel(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const expectAt = (address: string) => expect(page).toHaveURL(app.url + address)

/** By these a password manager, or a phone that got the code, knows what to fill in where. */
async function expectAutocomplete(wanted: Record<string, string>) {
  for (const [label, value] of Object.entries(wanted)) {
    await expect(field(label)).toHaveAttribute('autocomplete', value)
  }
}

async function expectWrong(label: string, sentence: string) {
  await expect(field(label)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(label)).toHaveAccessibleDescription(new RegExp(sentence))
}

/** While the answer is awaited a second press asks nothing. */
async function pressTwice(pressed: Locator, address: string) {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith(address)) asked += 1
  })
  const release = await holdAnswers(page, `**${address}`)
  await pressed.click()
  await expect(pressed).toHaveAttribute('aria-busy', 'true')
  await expect(pressed).toHaveAttribute('aria-disabled', 'true')
  await pressed.dispatchEvent('click')
  release()
  await expect(pressed).not.toHaveAttribute('aria-busy')
  expect(asked).toBe(1)
}

async function paste(into: Locator, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await into.focus()
  await page.keyboard.press('ControlOrMeta+V')
}

async function expectCodeField(code: Locator, submit: Locator) {
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(submit).toBeDisabled()
  await code.fill('12a3b')
  await expect(code).toHaveValue('123')
  await expect(submit).toBeDisabled()
  await code.fill('12345678')
  await expect(code).toHaveValue('123456')
  await code.fill('')
  await paste(code, ' 654 321\n')
  await expect(code).toHaveValue('654321')
  await expect(submit).toBeEnabled()
}

test('/login asks, says what is wrong and leads to where one was going', async () => {
  await open('/profile')
  await expectAt('/login?next=%2Fprofile')
  await expect(page).toHaveTitle('Login · Regulars')
  await expectAutocomplete({ Email: 'username', Password: 'current-password' })
  await button('Login').click()
  await expectWrong('Email', 'Email is required')
  await expectWrong('Password', 'Password is required')
  await expect(field('Email')).toBeFocused()

  await field('Email').fill(app.owner.email)
  await field('Password').fill('Not-The-One-1')
  await pressTwice(button('Login'), '/api/auth/login')
  await expectToast(page, 'Login failed', 'Invalid email or password')
  await button('Show password').click()
  await expect(field('Password')).toHaveAttribute('type', 'text')
  await button('Hide password').click()
  await expect(field('Password')).toHaveAttribute('type', 'password')

  await page.route('**/api/auth/login', (route) => route.abort())
  await button('Login').click()
  await expectToast(page, 'Login failed', noConnection)
  await page.unroute('**/api/auth/login')
  await field('Password').fill(app.owner.password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Login successful')
  await expectAt('/profile')
})

test('/login follows no address of somebody else, and leads on to its neighbors', async () => {
  await open('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expectAt('/forgot-password')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expectAt('/login')
  await page.getByRole('link', { name: 'Create account' }).click()
  await expectAt('/signup')
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expectAt('/login')

  await open('/login?next=//evil.example/')
  await field('Email').fill(app.superAdmin.email)
  await field('Password').fill(app.superAdmin.password)
  await button('Login').click()
  await expectAt('/super-admin-dashboard')
})

test('/signup takes the code of the link in capitals and asks for each field', async () => {
  await open('/signup?code=abcd-ef01-2345-6789')
  await expect(page).toHaveTitle('Create account · Regulars')
  const code = field('Invite code')
  await expect(code).toHaveValue('ABCD-EF01-2345-6789')
  await expect(page).toHaveURL(/\/signup#code=ABCD-EF01-2345-6789$/)
  await expectAutocomplete({
    'Invite code': 'off',
    'First name': 'given-name',
    'Last name': 'family-name',
    Email: 'username',
    Password: 'new-password',
    'Confirm password': 'new-password',
  })
  await code.fill('')
  await code.pressSequentially('wxyz')
  await expect(code).toHaveValue('WXYZ')
  await code.press('ArrowLeft')
  await code.pressSequentially('q')
  await expect(code).toHaveValue('WXYQZ')

  await button('Create Account').click()
  await expectWrong('First name', 'First name is required')
  await expectWrong('Last name', 'Last name is required')
  await expectWrong('Email', 'Email is required')
  await expect(field('First name')).toBeFocused()
  await expect(field('Password')).toHaveAccessibleDescription(
    /8\+ characters with an uppercase letter, a lowercase letter, and a number/,
  )
  await field('First name').fill('Nell')
  await expect(field('First name')).not.toHaveAttribute('aria-invalid')
  await field('Last name').fill('Quill')
  await field('Email').fill('nell@example.com')
  for (const label of ['Password', 'Confirm password']) await field(label).fill('lowercase1')
  await button('Create Account').click()
  await expectWrong('Password', 'Password needs an uppercase letter, a lowercase letter')
  for (const label of ['Password', 'Confirm password']) await field(label).fill('Copper-Tide-1')
  await pressTwice(button('Create Account'), '/api/auth/register')
  await expectToast(
    page,
    'Registration failed',
    'This invite code is invalid, already used, or expired. Ask for a new one.',
  )
  await expectWrong('Invite code', 'This invite code is invalid')
})

test('/verify-email takes six digits, typed or pasted, and says when they are wrong', async () => {
  await open(`/verify-email?userId=${anyId}`)
  await expect(page).toHaveTitle('Verify your email · Regulars')
  const code = field('Verification code')
  await expect(code).toBeFocused()
  await expectAutocomplete({ 'Verification code': 'one-time-code' })
  await expectCodeField(code, button('Verify Email'))
  await pressTwice(button('Verify Email'), '/api/auth/verify-email')
  await expectToast(page, 'Verification failed', 'Invalid or expired code')
  await expect(code).toHaveValue('')
  await expect(button('Verify Email')).toBeDisabled()

  await page.route('**/api/auth/resend-verification', (route) => route.abort())
  await button('Resend code').click()
  await expectToast(page, 'Resend failed', noConnection)
  await expect(button('Resend code')).toBeEnabled()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expectAt('/login')
  await open('/verify-email?userId=nobody')
  await expectToast(page, 'Invalid link', /^No user ID found/)
  await expectAt('/signup')
})

test('/forgot-password asks for an address and says when nobody answers', async () => {
  await open('/forgot-password')
  await expect(page).toHaveTitle('Reset your password · Regulars')
  await expectAutocomplete({ Email: 'username' })
  await button('Send Reset Code').click()
  await expectWrong('Email', 'Email is required')
  await field('Email').fill('nell@example.com')
  await page.route('**/api/auth/forgot-password', (route) => route.abort())
  await button('Send Reset Code').click()
  await expectToast(page, 'Request failed', noConnection)
  await expectAt('/forgot-password')
})

test('/reset-password takes six digits and a password twice', async () => {
  await open(`/reset-password?userId=${anyId}`)
  await expect(page).toHaveTitle('Choose a new password · Regulars')
  await expectAutocomplete({
    'Reset code': 'one-time-code',
    'New password': 'new-password',
    'Confirm password': 'new-password',
  })
  const [first, second] = [field('New password'), field('Confirm password')]
  await expectCodeField(field('Reset code'), button('Reset Password'))
  await first.fill('Copper-Tide-1')
  await second.fill('Copper-Tide-2')
  await button('Reset Password').click()
  await expectToast(page, "Passwords don't match", 'Enter the same password in both fields.')
  await expectWrong('Confirm password', "Passwords don't match")
  for (const typed of [first, second]) await typed.fill('Ab1')
  await button('Reset Password').click()
  await expectToast(page, 'Password too short', 'Password must be at least 8 characters')
  for (const typed of [first, second]) await typed.fill('Copper-Tide-1')
  await pressTwice(button('Reset Password'), '/api/auth/reset-password')
  await expectToast(page, 'Reset failed', 'Invalid or expired code')
  await page.getByRole('link', { name: 'Send another' }).click()
  await expectAt('/forgot-password')
  await open('/reset-password?userId=nobody')
  await expectToast(page, 'Invalid link', /^No user ID found/)
  await expectAt('/forgot-password')
})
