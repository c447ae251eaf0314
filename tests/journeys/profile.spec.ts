/**
 * What a person does with their own account on /profile and /email-preferences (docs/product.md):
 * changes their name, shows a photo, signs other devices out, says yes and no to marketing emails,
 * takes their data along and has it erased.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { RunningApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { holdAnswers } from './support/hold-answers.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { awaitMail, codeIn } from './support/mail.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast, toastsOf } from './support/toast.ts'

let app: RunningApp
let page: Page
test.use({ ...withoutWorker, viewport: desktop })
test.beforeEach(({ app: ofThisFile, page: fresh }) => {
  app = ofThisFile
  page = fresh
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const detail = (name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
const card = (name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

async function openProfile(person = app.owner) {
  await signIn(page, app, person, '/profile')
  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeVisible()
  // These load after the profile, and push the buttons below them down.
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
}

/** As after a quarter of an hour: what needs a fresh password asks for it. */
const passwordGrowsOld = () => app.ask((sql) => sql`update session set elevated_until = now()`)

async function nameOf(email: string): Promise<{ firstName: string }> {
  const [account] = await app.ask<{ firstName: string }>(
    (sql) => sql`select first_name as "firstName" from account where email = ${email}`,
  )
  if (!account) throw new Error(`${email} has no account`)
  return account
}

const passwordQuestion = () => page.getByRole('dialog', { name: 'Confirm It’s You' })
async function givePassword(password: string) {
  await passwordQuestion()
    .getByLabel(/^Password/)
    .fill(password)
  await passwordQuestion().getByRole('button', { name: 'Confirm' }).click()
}

test('name and phone are read, changed, and left as they were', async () => {
  await openProfile()
  await expect(detail('Email')).toHaveText(app.owner.email)
  await expect(detail('Role')).toHaveText('business admin')
  const { firstName } = await nameOf(app.owner.email)

  await button('Edit Profile').click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(button('Edit Profile')).toBeHidden()
  await page.getByLabel('First name').fill('Nobody')
  await button('Cancel').click()
  await expect(detail('First name')).toHaveText(firstName)

  await button('Edit Profile').click()
  await page.getByLabel('First name').fill('')
  await page.getByLabel('Phone').fill('call me')
  await button('Save Changes').click()
  await expectToast(page, 'Update failed')
  await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('First name').fill('Wilhelmina')
  await page.getByLabel('Phone').fill('+1 555 0142')
  const release = await holdAnswers(page, '**/api/auth/profile')
  await button('Save Changes').click()
  await expect(button('Save Changes')).toHaveAttribute('aria-disabled', 'true')
  release()
  await expectToast(page, 'Profile updated')
  await expect(detail('First name')).toHaveText('Wilhelmina')
  await page.reload()
  await expect(detail('First name')).toHaveText('Wilhelmina')
  await expect(detail('Phone')).toHaveText('+1 555 0142')
})

test('a new email asks for the password again, and counts with its code', async () => {
  const email = 'wilhelmina@example.com'
  await openProfile(app.staff)
  await passwordGrowsOld()
  await button('Edit Profile').click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await button('Save Changes').click()
  await passwordQuestion().getByRole('button', { name: 'Cancel' }).click()
  await expect(passwordQuestion()).toBeHidden()
  await expect(toastsOf(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)

  await button('Save Changes').click()
  await passwordQuestion().getByRole('button', { name: 'Confirm' }).click()
  await expect(passwordQuestion().getByText('Password is required')).toBeVisible()
  await givePassword('Not-The-One-1')
  await expect(
    passwordQuestion().getByText('That password isn’t right.', { exact: true }),
  ).toBeVisible()
  await givePassword(app.staff.password)
  await expectToast(
    page,
    'Profile updated',
    `Enter the code we sent to ${email} to finish changing your email.`,
  )
  const waits = page
    .getByRole('main')
    .getByText(`Enter the code we sent to ${email} to finish changing your email.`)
  await expect(waits).toBeVisible()
  await expect(detail('Email')).toHaveText(app.staff.email)
  await button('Cancel').click()
  await expectToast(page, 'Profile updated', `Your email is still ${app.staff.email}.`)
  await expect(waits).toBeHidden()

  await app.ask((sql) => sql`delete from attempt`)
  await button('Edit Profile').click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  // The password was given a moment ago: it is not asked for again.
  await button('Save Changes').click()
  await expect(waits).toBeVisible()
  await page.getByRole('link', { name: 'Enter Code' }).click()
  await page
    .getByLabel('Verification code')
    .fill(codeIn(await awaitMail(app, email, 'changeEmail')))
  await button('Verify Email').click()
  await expectToast(page, 'Email verified!', 'Your account now uses this email.')
  await page.waitForURL('**/profile')
  await expect(detail('Email')).toHaveText(email)
  await awaitMail(app, app.staff.email, 'emailChanged')
})

test('a photo is shown small, refused when it is none, and removed', async () => {
  await openProfile()
  const photo = card('Personal Information').locator('xpath=preceding-sibling::section[1]')
  const picture = photo.locator('img')
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Photo', { exact: true }).setInputFiles({ name, mimeType, buffer })
  const png = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#0f766e' },
  })
    .png()
    .toBuffer()

  await choose('notes.png', 'image/png', Buffer.from('not a picture at all'))
  await expectToast(page, 'Update failed', /^We can’t read this file\./)
  await choose('me.svg', 'image/svg+xml', Buffer.from('<svg/>'))
  await expectToast(page, 'Update failed', 'Choose a PNG, JPEG, or WebP photo.')
  await expect(picture).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await button('Upload Photo').click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expectToast(page, 'Photo updated')
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([512, 384])
  await page.reload()
  await expect(picture).toBeVisible()
  await button('Remove Photo').click()
  await expectToast(page, 'Photo removed')
  await expect(picture).toHaveCount(0)
  await expect(button('Remove Photo')).toBeHidden()
})

const phones = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
}

test('someone signs out one other device, then all others, and stays signed in', async ({
  browser,
}) => {
  const elsewhere = await Promise.all(
    Object.values(phones).map((userAgent) => browser.newPage({ userAgent, viewport: desktop })),
  )
  for (const other of elsewhere) await signIn(other, app, app.owner)
  await openProfile()
  const sessions = card('Where You’re Signed In').getByRole('listitem')
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
  await button('Sign out Safari on iPhone').click()
  await expectToast(page, 'Signed out')
  await expect(sessions.filter({ hasText: 'Safari on iPhone' })).toHaveCount(0)
  await expect(sessions.filter({ hasText: 'Chrome on Android' })).toHaveCount(1)

  await button('Sign Out Everywhere Else').click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await expect(question).toContainText('You’ll stay signed in on this device.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(sessions.filter({ hasText: 'Chrome on Android' })).toHaveCount(1)
  await button('Sign Out Everywhere Else').click()
  await question.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  await expectToast(page, 'Signed out')
  await expect(sessions).toHaveCount(1)
  await expect(sessions).toContainText('This device')
  await expect(button('Sign Out Everywhere Else')).toBeHidden()
  for (const other of elsewhere) {
    await other.goto(`${app.url}/profile`)
    await other.waitForURL((url) => url.pathname === '/login')
    await other.close()
  }
  await page.reload()
  await expect(sessions).toHaveCount(1)
})

test('yes and no to marketing emails count at once, with their date and their history', async () => {
  await signIn(page, app, app.owner, '/email-preferences')
  const wanted = page.getByRole('checkbox', { name: 'Receive marketing emails' })
  await expect(wanted).not.toBeChecked()
  await expect(page.getByText('Last updated: Not set')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Rights Under the GDPR' })).toBeVisible()

  await wanted.check()
  await expectToast(page, 'Preferences updated', 'You’re subscribed to marketing emails.')
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  await expect(page.getByText(`Last updated: ${day.format(new Date())}`)).toBeVisible()
  await wanted.uncheck()
  await expectToast(page, 'Preferences updated', 'You’re unsubscribed from marketing emails.')
  await page.getByText('Consent history (2)').click()
  const answers = page.getByRole('group').getByRole('listitem')
  await expect(answers).toHaveText([/Declined$/, /Agreed$/])

  await page.route('**/api/auth/marketing-preferences', (route) => route.abort())
  // Not `check`, which waits for a tick that stays.
  await wanted.click()
  await expectToast(page, 'Update failed', 'Can’t connect. Check your internet and try again.')
  await expect(wanted).not.toBeChecked()
  await page.unroute('**/api/auth/marketing-preferences')

  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await wanted.check()
  await expectToast(page, 'Preferences updated')
  await page.reload()
  await expect(wanted).toBeChecked()
})

test('a super admin is exempt, and the only one stays', async () => {
  await openProfile(app.superAdmin)
  await expect(detail('Role')).toHaveText('super admin')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await button('Deactivate Account').click()
  const question = page.getByRole('alertdialog', { name: 'Deactivate your account?' })
  await expect(question).toContainText(
    'You’ll be signed out everywhere and won’t be able to sign in again. Sales you recorded are kept.',
  )
  await question.getByRole('button', { name: 'Deactivate Account' }).click()
  await givePassword(app.superAdmin.password)
  await expectToast(
    page,
    'Deactivation failed',
    'You’re the only super admin, so you can’t close this account.',
  )
  await page.getByRole('link', { name: 'Email Preferences' }).click()
  await expect(page.getByText(/^Super admins don’t receive marketing emails/)).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('someone takes along everything that is kept about them', async () => {
  await openProfile()
  const downloading = page.waitForEvent('download')
  await button('Download My Data').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('regulars-account.json')
  const kept = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(kept.account).toMatchObject({ email: app.owner.email, role: 'business_admin' })
  expect(kept.sessions.at(-1)).toMatchObject({ device: 'Chrome on Linux', endedAt: null })
  expect(kept.acts.map(({ act }: { act: string }) => act)).toContain('auth.login')
})

test('a profile that cannot be had says so, and is there at the next try', async () => {
  await signIn(page, app, app.owner)
  await page.route('**/api/auth/profile', (route) =>
    route.fulfill({ status: 500, headers: { 'Regulars-Api': '1' }, body: '' }),
  )
  await page.goto(`${app.url}/profile`)
  await expect(page.getByText('Profile not found')).toBeVisible()
  await page.unroute('**/api/auth/profile')
  await button('Try Again').click()
  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeVisible()
})

test('toasts stand one at a time; F8, Dismiss, Escape and a swipe reach them', async () => {
  await signIn(page, app, app.owner, '/email-preferences')
  const wanted = page.getByRole('checkbox', { name: 'Receive marketing emails' })
  const toasts = toastsOf(page)
  const dismiss = toasts.getByRole('button', { name: 'Dismiss' })
  const answer = async () => {
    const says = (await wanted.isChecked()) ? 'unsubscribed from' : 'subscribed to'
    await wanted.click()
    await expectToast(page, 'Preferences updated', `You’re ${says} marketing emails.`)
  }
  await answer()
  // The second takes the place of the first, or two could be dismissed.
  await answer()
  await page.keyboard.press('F8')
  await expect(toasts).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dismiss).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dismiss).toHaveCount(0)

  await answer()
  await dismiss.focus()
  await page.keyboard.press('Escape')
  await expect(dismiss).toHaveCount(0)

  await answer()
  const title = toasts.getByText('Preferences updated')
  await drag(title, 40)
  await expect(title).toBeVisible()
  await drag(title, 60)
  await expect(title).toBeHidden()
})

test('an account is erased for good, after the password and a question', async () => {
  const [{ email = '' } = {}] = await app.ask<{ email: string }>(
    (sql) => sql`select email from account where role = 'staff'`,
  )
  await openProfile({ email, password: app.staff.password })
  await passwordGrowsOld()
  await button('Delete Account').click()
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(question).toContainText(
    'Your name, email, phone, and photo will be permanently deleted. Sales you recorded stay, without your name. This can’t be undone.',
  )
  await question.getByRole('button', { name: 'Delete Account' }).click()
  // Looked for in the page itself, which is left two seconds later.
  const told = page.waitForFunction(() => {
    const toasts = document.querySelector('[aria-label^="Notifications"]')?.textContent ?? ''
    const buttons = [...document.querySelectorAll('button')]
    const other = buttons.find(({ textContent }) => textContent === 'Deactivate Account')
    return /Account deleted.*Signing you out…/.test(toasts) && other?.disabled
  })
  await givePassword(app.staff.password)
  await told
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(
    await app.ask((sql) => sql`select 1 from account where role = 'staff' and email = ${email}`),
  ).toEqual([])
})

async function drag(what: ReturnType<Page['locator']>, px: number) {
  const box = await what.boundingBox()
  if (!box) throw new Error('It is nowhere')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + px, y, { steps: 4 })
  await page.mouse.up()
}
