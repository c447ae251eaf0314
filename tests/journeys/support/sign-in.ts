/** Signs in on the login screen, as a person does. */
import type { Page } from '@playwright/test'
import type { RunningApp, SignIn } from './app.ts'

export async function signIn(
  page: Page,
  app: Pick<RunningApp, 'url'>,
  { email, password }: SignIn,
): Promise<void> {
  await page.goto(`${app.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: /^(Log in|Login|Sign in)$/ }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Staff land on the counter; this is for what they do in the lists. */
export async function signInAtDashboard(
  page: Page,
  app: Pick<RunningApp, 'url'>,
  person: SignIn,
): Promise<void> {
  await signIn(page, app, person)
  await page.goto(`${app.url}/business-dashboard`)
}
