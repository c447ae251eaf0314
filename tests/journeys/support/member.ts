/** Members who sign up: by the call, for journeys that start after it, or in the form. */
import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { RunningApp } from './app.ts'

interface Joining {
  firstName: string
  email: string
  marketingEmailConsent?: boolean
}

/** @returns the key of the card */
export async function join(app: RunningApp, joining: Joining): Promise<string> {
  const id = randomUUID()
  const answer = await fetch(`${app.url}/api/signup/${app.signUpUrl.split('/').at(-1)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id,
      lastName: 'Counter',
      ...joining,
      termsAccepted: true,
      privacyPolicyAccepted: true,
    }),
  })
  expect(answer.status).toBe(201)
  return id
}

/** Fills in the sign-up form and accepts what it requires. */
export async function fillJoinForm(page: Page, name: string, email: string): Promise<void> {
  const [firstName = '', lastName = ''] = name.split(' ')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email').first().fill(email)
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check()
}
