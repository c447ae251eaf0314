/**
 * Attempts to take a member's card over by the change of its email, or to keep it after the undo
 * (docs/trust.md, "A changed address").
 */
import { beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let visitor: TestBrowser

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  visitor = new TestBrowser(running.url)
})

const someEmail = () => `new.${newId()}@example.com`
const maskOf = (email: string) => `${email[0]}•••${email.slice(email.indexOf('@'))}`

type Mailed = 'memberEmail' | 'memberEmailChanged' | 'memberPage' | 'dataErasure' | 'dataExport'

/** The newest link of this kind that was mailed to the address. */
async function linkTo(email: string, kind: Mailed) {
  const mail = (await readMails(running, email)).find((each) => each.kind === kind)
  if (!mail) throw new Error(`${email} got no ${kind}`)
  return new URL(linkIn(mail))
}
const ticketTo = async (email: string, kind: 'memberEmail' | 'memberEmailChanged') =>
  (await linkTo(email, kind)).hash.slice(1)
const cardTo = async (email: string) => (await linkTo(email, 'memberPage')).pathname.split('/')[2]

const press = (ticket: string) => visitor.call('mail.pressMemberEmail', { body: { ticket } })
const opens = async (customerId = '') =>
  (await visitor.call('customer.page', { params: { customerId } })).status === 200

async function emailOf(memberId: string) {
  const [row] = await running.sql`select email, pending_email from customer where id = ${memberId}`
  return row
}

const signUp = (changes: Record<string, unknown> = {}) =>
  visitor.call('customer.signUp', {
    params: { code: shop.code },
    body: { ...signUpPayload({ firstName: 'Wanda' }), id: newKey(), ...changes },
  })

/** A member with a card, whose key a thief knows. */
async function join(changes: Record<string, unknown> = {}) {
  const body = { ...signUpPayload({ firstName: 'Wanda' }), id: newKey(), ...changes }
  await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  const params = { customerId: body.id }
  const change = (email: string, seen = body.email) =>
    visitor.call('customer.change', {
      params,
      body: { changes: { email }, seen: { email: maskOf(seen) } },
    })
  return { ...body, params, change }
}
type Member = Awaited<ReturnType<typeof join>>

async function takeOver({ change }: Member, email = someEmail()) {
  running.turnClock(2 * hourMs)
  expect((await change(email)).status).toBe(200)
  expect((await press(await ticketTo(email, 'memberEmail'))).status).toBe(200)
  return email
}

test('a sign-up with the former address doesn’t block its undo', async () => {
  const victim = await join()
  await takeOver(victim)
  const squatted = await signUp({ email: victim.email.toUpperCase() })
  expect(squatted).toMatchObject({ status: 409, body: { code: 'already_member' } })
  const [verdict] = (
    await owner.push(owner.make('customer.signUp', signUpPayload({ email: victim.email })))
  ).body.verdicts
  expect(verdict?.result).toMatchObject({ memberId: victim.memberId, alreadyMember: true })
  expect((await press(await ticketTo(victim.email, 'memberEmailChanged'))).status).toBe(200)
  expect(await emailOf(victim.memberId)).toMatchObject({ email: victim.email })
})

test('an address that an owner replaces at once doesn’t block an undo', async () => {
  const victim = await join()
  await takeOver(victim)
  const unread = signUpPayload()
  await owner.push(owner.make('customer.signUp', unread))
  const { memberId } = unread
  await running.sql`update customer set mail_refused_at = now() where id = ${memberId}`
  const change = { memberId, changes: { email: victim.email }, seen: { email: unread.email } }
  const [verdict] = (await owner.push(owner.make('customer.change', change))).body.verdicts
  expect(verdict).toMatchObject({
    code: 'address_of_other',
    result: { otherId: victim.memberId },
  })
  expect((await press(await ticketTo(victim.email, 'memberEmailChanged'))).status).toBe(200)
  expect(await emailOf(victim.memberId)).toMatchObject({ email: victim.email })
})

test.each(['erasure', 'export'] as const)(
  'allows no %s while the former mailbox can still undo the change',
  async (kind) => {
    const victim = await join()
    const stolen = await takeOver(victim)
    const { params } = victim
    const ask = () => visitor.call('customer.requestData', { params, body: { kind } })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'email_changed_lately' } })
    running.turnClock(serverLimits.emailUndoDays * dayMs + 1_000)
    expect((await ask()).status).toBe(200)
    await linkTo(stolen, kind === 'erasure' ? 'dataErasure' : 'dataExport')
    running.turnClock(-serverLimits.emailUndoDays * dayMs - 1_000)
  },
)

test('links to erase or export the data end with the address they were mailed to', async () => {
  const member = await join()
  const { params } = member
  const tickets = []
  for (const kind of ['export', 'erasure'] as const) {
    await visitor.call('customer.requestData', { params, body: { kind } })
    const link = await linkTo(member.email, kind === 'erasure' ? 'dataErasure' : 'dataExport')
    tickets.push(link.hash.slice(1))
  }
  const email = someEmail()
  await member.change(email)
  await press(await ticketTo(email, 'memberEmail'))
  const ended = { status: 400, body: { code: 'link_expired' } }
  const [toExport = '', toErase = ''] = tickets
  const exported = await visitor.call('customer.export', { body: { ticket: toExport } })
  expect(exported).toMatchObject(ended)
  const erased = await visitor.call('customer.erase', { body: { ticket: toErase } })
  expect(erased).toMatchObject(ended)
  expect(await emailOf(member.memberId)).toMatchObject({ email })
})

test('keeps the link to the card in the queue when the undo is pressed twice', async () => {
  const victim = await join()
  await takeOver(victim)
  const ticket = await ticketTo(victim.email, 'memberEmailChanged')
  await press(ticket)
  const card = await cardTo(victim.email)
  expect((await press(ticket)).status).toBe(200)
  expect(await cardTo(victim.email)).toBe(card)
  expect(await opens(card)).toBe(true)
})

test('a link to a former address withdraws no mail for the member’s present one', async () => {
  const member = await join()
  const email = someEmail()
  await member.change(email)
  const early = await ticketTo(email, 'memberEmail')
  await press(early)
  await member.change(member.email, email)
  await press(await ticketTo(member.email, 'memberEmail'))
  await press(early)
  expect(await opens(await cardTo(member.email))).toBe(true)
})

test('an undo of a later change leaves that of an earlier one, however two servers’ clocks differ', async () => {
  const victim = await join()
  const stolen = await takeOver(victim)
  running.turnClock(-1_000)
  const third = someEmail()
  await victim.change(third, stolen)
  expect((await press(await ticketTo(third, 'memberEmail'))).status).toBe(200)
  expect((await press(await ticketTo(stolen, 'memberEmailChanged'))).status).toBe(200)
  running.turnClock(1_000)
  expect((await press(await ticketTo(victim.email, 'memberEmailChanged'))).status).toBe(200)
  expect(await emailOf(victim.memberId)).toMatchObject({ email: victim.email })
})

test('a change that a paused business parked for a card doesn’t outlive the undo', async () => {
  const victim = await join()
  const stolen = await takeOver(victim)
  const pause = (status: string) =>
    running.sql`update business set status = ${status} where id = ${shop.businessId}`
  await pause('suspended')
  const next = someEmail()
  const parked = await victim.change(next, stolen.replace(/^.*@/, `${victim.email[0]}@`))
  expect(parked.status).toBe(202)
  running.turnClock(1_000)
  expect((await press(await ticketTo(victim.email, 'memberEmailChanged'))).status).toBe(200)
  await pause('active')
  await resumeBusiness(running.server, shop.businessId)
  expect(await emailOf(victim.memberId)).toEqual({ email: victim.email, pending_email: null })
  expect(await readMails(running, next)).toEqual([])
})

test('limits the links to one mailbox, however the cards tag its address', async () => {
  const name = `stranger.${newId()}`
  const statuses = []
  for (let count = 0; count <= serverLimits.memberEmailLinksPerDay; count += 1) {
    running.turnClock(hourMs)
    const { change } = await join()
    statuses.push((await change(`${name}+${count}@example.com`)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('withdraws mail queued under another spelling of the former address', async () => {
  const member = signUpPayload({ marketingEmailConsent: true })
  await owner.push(owner.make('customer.signUp', member))
  const correct = (email: string, seen: string) =>
    owner.push(
      owner.make('customer.change', {
        memberId: member.memberId,
        changes: { email },
        seen: { email: seen },
      }),
    )
  const spelled = member.email.toUpperCase()
  await correct(spelled, member.email)
  const email = someEmail()
  await correct(email, spelled)
  await press(await ticketTo(email, 'memberEmail'))
  const queued = await running.sql`select kind from email_queue
    where subject_id = ${member.memberId} and lower(recipient) = ${member.email}`
  expect(queued).toEqual([{ kind: 'memberEmailChanged' }])
})
