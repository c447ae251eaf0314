/** Steps of staff at the counter and the dashboard, and members who joined on another device. */
import { fireEvent, screen } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { readMail } from '#tests/support/mail.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'
import { cutNetwork, open, signIn } from './browser.ts'
import { fill, part, press, says, user } from './hands.ts'

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
  /** A member whose sign-up has not reached the server. */
  function prepare(firstName: string) {
    const payload = signUpPayload({ firstName, lastName: 'Okonkwo' })
    const { memberId, email } = payload
    return {
      ...{ memberId, name: `${firstName} Okonkwo`, email: email ?? '' },
      async signUp(): Promise<string> {
        const { body } = await device.push(device.make('customer.signUp', payload))
        return String(body.verdicts[0]?.result?.welcomeCoupon)
      },
    }
  }
  async function join(firstName: string): Promise<Member> {
    const { signUp, ...member } = prepare(firstName)
    return { ...member, welcome: await signUp() }
  }
  return { device, prepare, join }
}

/** The member deletes their data by the mailed links. */
export async function eraseMember(server: TestServer, { email }: Pick<Member, 'email'>) {
  const visitor = new TestBrowser(server.url)
  const mailed = async () => (await readMail(server, email)).text
  const [, customerId = ''] = /\/customer\/([\da-f-]{36})/.exec(await mailed()) ?? []
  const params = { customerId }
  await visitor.call('customer.requestData', { params, body: { kind: 'erasure' } })
  const [, ticket = ''] = /member-data#(\S+)/.exec(await mailed()) ?? []
  const { status } = await visitor.call('customer.erase', { body: { ticket } })
  if (status !== 200) throw new Error(`${email} was not erased: ${status}`)
}

/** Signs staff in and waits until this device has these members. */
export async function startShift(
  { staffEmail }: TestBusiness,
  ...members: Member[]
): Promise<void> {
  await signIn(staffEmail)
  await open('/counter')
  await screen.findAllByRole('option')
  for (const { name } of members) await screen.findAllByRole('option', { name: new RegExp(name) })
}

export const search = () =>
  screen.getByRole<HTMLInputElement>('combobox', { name: /^(Find a member|Buscar un miembro)$/ })

export function typeInSearch(words: string): void {
  search().focus()
  fireEvent.input(search(), { target: { value: words } })
}

/** Types into the search and presses Enter. */
export async function find(words: string): Promise<void> {
  typeInSearch(words)
  await user.keyboard('{Enter}')
}

/**
 * A scanner that types a member's code. Test files of one worker share a window, which keeps the
 * origin of the first file.
 */
export async function scanCard(memberId: string): Promise<void> {
  search().focus()
  await user.keyboard(`${location.origin}/member/${memberId}{Enter}`)
}

/** Records a sale to the open member, and waits until their pane has closed. */
export async function sell(amount: string): Promise<void> {
  await fill(/^(Amount|Importe)$/, amount)
  await user.keyboard('{Enter}')
  await screen.findByText(says(new RegExp(`^\\$${amount} (recorded|registrados)`)))
  await screen.findByText(/^(Find or scan a member to start|Busca o escanea)/)
}

export const pane = (name: string) => screen.findByRole('region', { name })
export const allSent = () => screen.findByRole('link', { name: /^(All synced|Al día)$/ })
export const backToSearch = () => press(/^(Back to search|Volver a la búsqueda)$/)

/** Cuts the network, and waits until the header says so. */
export async function goOffline(): Promise<() => void> {
  const mend = cutNetwork()
  await screen.findByRole('link', { name: /^(Offline|Sin conexión)$/ })
  return mend
}

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
export async function linesOf({ sql }: TestServer, email: string): Promise<string[]> {
  const lines = await sql`select e.reason || ' ' || e.points as line from points_entry e
    join customer c on c.business_id = e.business_id and c.id = e.member_id
    where c.email = ${email} order by 1`
  return lines.map(({ line }) => line)
}
