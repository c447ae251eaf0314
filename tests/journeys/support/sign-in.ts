/**
 * Signs in: by the login screen's call, for journeys that start after it, or on the screen, for
 * journeys about signing in.
 */
import type { Page } from '@playwright/test'
import { homeAddress } from '#pwa/session/home-address.ts'
import { type CallAnswer, callEntry } from '#schema/contract/api.ts'
import type { RunningApp, SignIn } from './app.ts'

type Address = Pick<RunningApp, 'url'>

/** Signs in and opens this path, or the role's start page. */
export async function signIn(
  page: Page,
  app: Address,
  person: SignIn,
  path?: string,
): Promise<void> {
  const role = await signInByCall(page, app, person)
  await page.goto(app.url + (path ?? homeAddress(role)))
}

/** Staff start at the counter; this opens the lists instead. */
export async function signInAtDashboard(page: Page, app: Address, person: SignIn): Promise<void> {
  await signIn(page, app, person, '/business-dashboard')
}

/** Signs in on the screen, on a device that may remember an earlier person. */
export async function signInOnScreen(
  page: Page,
  app: Address,
  { email, password }: SignIn,
): Promise<void> {
  await page.goto(`${app.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: /^(Log in|Login|Sign in)$/ }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

async function signInByCall(page: Page, app: Address, { email, password }: SignIn) {
  const { method, path } = callEntry('auth.login')
  const answer = await page.request.fetch(app.url + path, {
    method,
    data: { email, password },
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'User-Agent': await page.evaluate(() => navigator.userAgent),
    },
  })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`)
  const told = (await answer.json()) as CallAnswer<'auth.login'>
  return told.requiresVerification ? undefined : told.user?.role
}
