/** The login screen around its form: who is signed in, the ways onwards, password managers. */
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
