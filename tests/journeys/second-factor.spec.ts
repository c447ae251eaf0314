/**
 * Two-step verification in the browser: a passkey in a browser with its own authenticator, a
 * recovery code in place of a lost one, and a super admin who has to set it up first.
 */
import type { Page, Route } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { deep } from '#tests/support/level.ts'
import { expectAccessible } from './support/accessible.ts'
import type { SignIn } from './support/app.ts'
import { desktop, phone } from './support/device-browser.ts'
import { holdAnswers } from './support/hold-answers.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

test.use({ ...withoutWorker, viewport: desktop })

/** @returns a function that removes the authenticator, as if the device were lost */
async function plugInAuthenticator(page: Page): Promise<() => Promise<unknown>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return () => browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

async function givePassword(page: Page, address: string, { email, password }: SignIn) {
  await page.goto(`${address}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

// Before the owner has a second step.
for (const [locale, setUp, turnOn] of [
  ['en-US', 'Set Up App', 'Turn On'],
  ['es-MX', 'Configurar aplicación', 'Activar'],
] as const) {
  test(
    `an app is set up without scrolling on a phone, ${locale}`,
    deep,
    async ({ app, browser }) => {
      const context = await browser.newContext({ ...withoutWorker, locale, viewport: phone })
      const page = await context.newPage()
      await signIn(page, app, app.owner, '/profile')
      await page.getByRole('button', { name: setUp, exact: true }).click()
      const hint = await page.getByText(/^6 d\S+ (from|de)/).boundingBox()
      const button = await page.getByRole('button', { name: turnOn, exact: true }).boundingBox()
      expect((hint?.y ?? 0) + (hint?.height ?? 0)).toBeLessThan(button?.y ?? 0)
      await context.close()
    },
  )
}

test(
  'sign-in asks for a passkey after the password, and accepts a recovery code in its place',
  deep,
  async ({ app, page }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const unplug = await plugInAuthenticator(page)
    await signIn(page, app, app.owner, '/profile')
    await button('Add Passkey').click()
    await page.getByLabel('Name', { exact: true }).fill('Office laptop')
    await expectAccessible(page)
    await button('Continue').click()
    const codes = page.getByRole('dialog', { name: 'Save Your Recovery Codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await expectAccessible(page)
    const [code = ''] = await codes.getByRole('listitem').allTextContents()
    await button('I’ve Saved Them').click()
    await expect(page.getByText('Office laptop')).toBeVisible()
    await expect(page.getByText('10 codes left')).toBeVisible()

    await page.context().clearCookies()
    await givePassword(page, app.url, app.owner)
    await expect(button('Use Passkey')).toBeVisible()
    await expectAccessible(page)
    await button('Use Passkey').click()
    await page.waitForURL(/dashboard/)

    await unplug()
    await page.context().clearCookies()
    await givePassword(page, app.url, app.owner)
    await button('Lost your device? Use a recovery code').click()
    await page.getByLabel('Recovery code').fill('0000-0000-0000-0000')
    await expectAccessible(page)
    await button('Verify').click()
    await expectToast(page, 'Verification failed')
    await page.getByLabel('Recovery code').fill(code)
    await button('Verify').click()
    await page.waitForURL(/dashboard/)
  },
)

test(
  'a super admin sets up two-step verification before anything else, with an app’s key',
  deep,
  async ({ app, page }) => {
    await app.kill()
    await app.start({ SUPER_ADMIN_SECOND_FACTOR: 'required' })
    await givePassword(page, app.url, app.superAdmin)
    await page.waitForURL(/\/profile$/)
    await expect(page.getByText('Set up two-step verification to continue.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Protect Your Account' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Set Up App' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm It’s You' })
    await question.getByLabel(/^Password/).fill(app.superAdmin.password)
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Confirm' }).click()
    const setUp = page.getByRole('dialog', { name: 'Set Up an Authenticator App' })
    const key = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await expectAccessible(page)
    const token = new TOTP({ secret: Secret.fromBase32(key) }).generate()
    await expect(setUp.getByLabel('Code from your app')).toBeFocused()
    await setUp.getByLabel('Code from your app').fill(token)
    // The platform opens without waiting for another read of the session.
    const release = await holdAnswers(page, '**/api/auth/session')
    await setUp.getByRole('button', { name: 'Turn On' }).click()
    await page.getByRole('button', { name: 'I’ve Saved Them' }).click()
    await page.waitForURL(/\/super-admin-dashboard$/)
    await page.getByRole('link', { name: 'Business Tenants' }).click()
    const platform = page.getByRole('heading', { level: 1, name: 'Business Tenants' })
    await expect(platform).toBeVisible()
    // It opens again while the session cannot be read, and the server confirms it later.
    const cutOff = (route: Route) => route.abort()
    await page.route('**/api/auth/session', cutOff)
    await page.reload()
    await expect(platform).toBeVisible()
    await page.unroute('**/api/auth/session', cutOff)
    release()
    await page.reload()
    await page.getByRole('link', { name: 'Business Invitations' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Business Invitations' }),
    ).toBeVisible()
    const read = await page.request.get(`${app.url}/api/auth/session`)
    expect(await read.json()).toMatchObject({ user: { secondFactor: 'on' } })
  },
)
