/** Steps of staff at the counter and the dashboard, and members who joined on another device. */
import { fireEvent, screen } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'
import { open, signIn } from './browser.ts'
import { fill, part, press, user } from './hands.ts'

export interface Member {
  memberId: string
  name: string
  email: string
  /** The code of the welcome coupon. */
  welcome: string
}

/** Another device of the business's staff, which signs up members. */
export async function otherDevice({ url }: TestServer, { staffEmail }: TestBusiness) {
  const device = new TestDevice(await new TestBrowser(url).signIn(staffEmail))
  return {
    device,
    async join(firstName: string): Promise<Member> {
      const payload = signUpPayload({ firstName, lastName: 'Okonkwo' })
      const { body } = await device.push(device.make('customer.signUp', payload))
      const welcome = String(body.verdicts[0]?.result?.welcomeCoupon)
      const { memberId, email } = payload
      return { memberId, name: `${firstName} Okonkwo`, email: email ?? '', welcome }
    },
  }
}

/** Signs staff in and waits until this device has these members. */
export async function startShift(
  { staffEmail }: TestBusiness,
  ...members: Member[]
): Promise<void> {
  await signIn(staffEmail)
  await open('/counter')
  await screen.findAllByRole('option')
  for (const { name } of members) await screen.findByRole('option', { name: new RegExp(name) })
}

export const search = () =>
  screen.getByRole<HTMLInputElement>('combobox', { name: 'Find a member' })

export function typeInSearch(words: string): void {
  search().focus()
  fireEvent.input(search(), { target: { value: words } })
}

/** Types into the search and presses Enter. */
export async function find(words: string): Promise<void> {
  typeInSearch(words)
  await user.keyboard('{Enter}')
}

export async function sell(amount: string): Promise<void> {
  await fill('Amount', amount)
  await user.keyboard('{Enter}')
  await screen.findByText(new RegExp(`^\\$${amount} recorded`))
}

export const pane = (name: string) => screen.findByRole('region', { name })
export const allSent = () => screen.findByRole('link', { name: 'All synced' })
export const backToSearch = () => press('Back to search')

/** Uses the dialog of the owner's dashboard, which then opens the new member's panel. */
export async function signUpAtDashboard(firstName: string) {
  const email = `${firstName.toLowerCase()}@example.com`
  await press('Sign Up Customer')
  const dialog = await part('dialog', 'Sign Up Customer')
  await fill('First name', firstName, dialog)
  await fill('Last name', 'Counter', dialog)
  await fill('Email', email, dialog)
  await press(/Terms of Service/, dialog, 'checkbox')
  await press('Sign Up', dialog)
  return { email, panel: await part('dialog', `${firstName} Counter`) }
}

/** The ledger of a member: each line's reason and points. */
export async function linesOf({ ask }: TestServer, email: string): Promise<string[]> {
  const lines = await ask<{ line: string }>(
    (sql) => sql`select e.reason || ' ' || e.points as line from points_entry e
      join customer c on c.business_id = e.business_id and c.id = e.member_id
      where c.email = ${email} order by 1`,
  )
  return lines.map(({ line }) => line)
}
