/**
 * Signs in: by the call that the login screen makes, for journeys that begin behind it, and on the
 * screen, where signing in belongs to what is tested.
 */
import type { Page } from '@playwright/test'
import { homeAddress } from '#pwa/session/home-address.ts'
import { type CallAnswer, callEntry } from '#schema/contract/api.ts'
import type { RunningApp, SignIn } from './app.ts'

type Address = Pick<RunningApp, 'url'>

/** Signed in, at this path or at the screen where this role is at home. */
export async function signIn(
  page: Page,
  app: Address,
  person: SignIn,
  path?: string,
): Promise<void> {
  const role = await signInByCall(page, app, person)
  await page.goto(app.url + (path ?? homeAddress(role)))
}

/** Staff land on the counter; this is for what they do in the lists. */
export async function signInAtDashboard(page: Page, app: Address, person: SignIn): Promise<void> {
  await signIn(page, app, person, '/business-dashboard')
}

/** As a person does, with what this device remembers of whoever was here before. */
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
