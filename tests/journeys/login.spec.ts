/** The login screen around its form: who is signed in, the ways onwards, password managers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { account } from '#pwa/texts/account.ts'
import { account as accountEs } from '#pwa/texts/es/account.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { deep } from '#tests/support/level.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use(withoutWorker)

test('who is signed in goes where a login leads; who no longer is stays', async ({ app, page }) => {
  const at = (path: string) =>
    page.waitForURL((url) => `${url.pathname}${url.search}` === path && url.origin === app.url)
  await signIn(page, app, app.owner, '/login')
  await at('/business-dashboard')
  await page.goto(`${app.url}/login?next=%2Fprofile`)
  await at('/profile')

  await app.ask((sql) => sql`update session set ended_at = now()`)
  // By what it says: an earlier screen may still be getting its answer, which is gone with it.
  const nobody = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/api/auth/session') &&
      (await response.json().catch(() => null))?.user === null,
  )
  await page.goto(`${app.url}/login`)
  await nobody
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await at('/login')
})

test('the ways onwards keep the page, and managers learn whose password it is', async ({
  app,
  page,
}) => {
  await page.goto(`${app.url}/login`)
  await page.evaluate(() => {
    document.documentElement.dataset.kept = 'yes'
  })
  await page.getByRole('link', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // Both screens have a field of that name.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(app.owner.email)
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  const username = page.locator('input[autocomplete="username"]')
  await expect(username).toHaveValue(app.owner.email)
  await expect(username).toHaveAttribute('readonly')
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes')
})

for (const [locale, texts] of [
  ['en-US', account],
  ['es-MX', accountEs],
] as const) {
  test(
    `a browser that keeps no cookies says what signing in needs (${locale})`,
    deep,
    async ({ app }) => {
      const profile = mkdtempSync(join(tmpdir(), 'regulars-no-cookies-'))
      mkdirSync(join(profile, 'Default'))
      const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
      writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked))
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath,
        args: chromiumSwitches,
        locale,
      })
      try {
        const page = await context.newPage()
        await page.goto(`${app.url}/login`)
        await page.getByLabel(texts.email).fill(app.owner.email)
        await page.locator('[name=password]').fill(app.owner.password)
        await page.getByRole('button', { name: texts.login }).click()
        const { host } = new URL(app.url)
        await expect(page.getByRole('alert').filter({ hasText: host })).toHaveText(
          texts.allowCookies(host),
        )
        await expect(page).toHaveURL(`${app.url}/login`)
        // The visitor's pages go on working there.
        await page.goto(app.signUpUrl)
        await expect(page.locator('[name=firstName]')).toBeVisible()
      } finally {
        await context.close()
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  )
}
