/** Signs a member up by the call, without the form, for journeys that start after it. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
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
