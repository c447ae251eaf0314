/** Steps of a customer on the sign-up page and on their card. */
import { screen } from '@testing-library/dom'
import { newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'
import { network, open } from './browser.ts'
import { fill, press } from './hands.ts'

type Answers = Parameters<typeof signUpPayload>[0]

/** Joins on another phone. @returns the key of the card and the member it belongs to */
export async function joinElsewhere(
  { url }: Pick<TestServer, 'url'>,
  { code }: Pick<TestBusiness, 'code'>,
  answers: Answers = {},
) {
  const payload = signUpPayload({ firstName: 'Ottoline', lastName: 'Ferreira', ...answers })
  const body = { ...payload, id: newKey() }
  const { status } = await new TestBrowser(url).call('customer.signUp', { params: { code }, body })
  if (status !== 201) throw new Error(`${payload.email} did not join: ${status}`)
  return { ...payload, customerId: body.id }
}

/** Opens the sign-up page of this code and waits for its form. */
export async function openForm({ code }: Pick<TestBusiness, 'code'>): Promise<void> {
  await open(`/signup/${code}`)
  await screen.findByRole('button', { name: 'Join Now' })
}

/** Fills in the required fields and checks the required boxes. */
export async function fillForm(email: string, firstName = 'Ximena', lastName = 'Ordóñez') {
  await fill('First name', firstName)
  await fill('Last name', lastName)
  await fill('Email', email)
  await press(/Terms of Service/, screen, 'checkbox')
  await press(/Privacy Policy/, screen, 'checkbox')
}

/** Takes the network away. @returns a function that brings it back, which the browser announces */
export function goOffline(path?: string | RegExp): () => void {
  const end = network.cut(path)
  return () => {
    end()
    window.dispatchEvent(new Event('online'))
  }
}

/** The members with this address, by business. */
export function membersOf({ sql }: Pick<TestServer, 'sql'>, email: string) {
  return sql`select business_id, first_name, last_name, points from customer
    where email = ${email} order by created_at`
}
