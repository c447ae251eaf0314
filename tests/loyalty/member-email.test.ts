/**
 * Corrections of a member's email: the link to the new address, everything that moves with it, and
 * the undo from the former one.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Customer } from '#schema/contract/customer.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let visitor: TestBrowser
let member: OperationPayload<'customer.signUp'>

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  visitor = new TestBrowser(running.url)
})
beforeEach(async () => {
  member = signUpPayload({ firstName: 'Zelda', marketingEmailConsent: true })
  await owner.push(owner.make('customer.signUp', member))
})

const someEmail = () => `new.${newId()}@example.com`

async function correct(email: string, seen: string = member.email, device = owner) {
  const { memberId } = member
  const made = device.make('customer.change', {
    memberId,
    changes: { email },
    seen: { email: seen },
  })
  return (await device.push(made)).body.verdicts[0]
}

async function stored(memberId = member.memberId) {
  const [row] =
    await running.sql`select email, email_key, mailbox_key, folded_email, marketing_email,
    address_proved_at is not null as proved, mail_refused_at is not null as refused, pending_email
    from customer where id = ${memberId}`
  return row
}

/** The newest link of this kind that was mailed to the address. */
async function linkTo(email: string, kind: 'memberEmail' | 'memberEmailChanged' | 'memberPage') {
  const mail = (await readMails(running, email)).find((each) => each.kind === kind)
  if (!mail) throw new Error(`${email} got no ${kind}`)
  return new URL(linkIn(mail))
}
const ticketTo = async (email: string, kind: 'memberEmail' | 'memberEmailChanged') =>
  (await linkTo(email, kind)).hash.slice(1)
const cardTo = async (email: string) => (await linkTo(email, 'memberPage')).pathname.split('/')[2]

const read = (ticket: string) => visitor.call('mail.memberEmail', { body: { ticket } })
const press = (ticket: string, more: { marketingEmail?: boolean } = {}) =>
  visitor.call('mail.pressMemberEmail', { body: { ticket, ...more } })
const opens = async (customerId = '') =>
  (await visitor.call('customer.page', { params: { customerId } })).status === 200

/** Corrects the email and presses the mailed link. */
async function moveTo(email: string, seen: string = member.email) {
  expect(await correct(email, seen)).toMatchObject({ status: 'applied' })
  expect((await press(await ticketTo(email, 'memberEmail'))).status).toBe(200)
}

const emailRecords = (memberId = member.memberId) =>
  running.sql`select granted, screen from consent_record
    where member_id = ${memberId} and channel = 'email' order by recorded_at, id`

async function shownOn(device: TestDevice): Promise<Customer | undefined> {
  const rows = (await device.pull()).flatMap((answer) => answer.rows.customer ?? []) as Customer[]
  return rows.findLast(({ id }) => id === member.memberId)
}

/** A member with a card, and their call. */
async function joinByCode(changes: Record<string, unknown> = {}) {
  const customerId = newKey()
  const body = { ...signUpPayload({ firstName: 'Wanda' }), ...changes }
  const params = { code: shop.code }
  await visitor.call('customer.signUp', { params, body: { ...body, id: customerId } })
  const masked = `${body.email[0]}•••${body.email.slice(body.email.indexOf('@'))}`
  const change = (email: string, seen = masked) =>
    visitor.call('customer.change', {
      params: { customerId },
      body: { changes: { email }, seen: { email: seen } },
    })
  return { ...body, customerId, masked, change }
}

test('changes nothing until the link is pressed, and everything then', async () => {
  const welcome = (await readMails(running, member.email))[0]
  const mailed = new URL(linkIn(welcome as never)).pathname.split('/')[2]
  const email = someEmail()
  expect(await correct(email)).toMatchObject({
    status: 'applied',
    result: { memberId: member.memberId, changed: ['email'], emailPending: true },
  })
  const before = await stored()
  expect(before).toMatchObject({ email: member.email, pending_email: email, proved: false })
  expect(await shownOn(owner)).toMatchObject({
    email: member.email,
    pendingEmail: { address: email, until: expect.any(String) },
  })
  const ticket = await ticketTo(email, 'memberEmail')
  expect((await read(ticket)).body).toEqual({
    kind: 'confirm',
    businessName: expect.any(String),
    email: `n•••${email.slice(email.indexOf('@'))}`,
    asksConsent: true,
    isDone: false,
  })
  expect(await stored()).toEqual(before)

  expect((await press(ticket)).status).toBe(200)
  expect(await stored()).toEqual({
    email,
    email_key: email,
    mailbox_key: email,
    folded_email: email,
    marketing_email: false,
    proved: true,
    refused: false,
    pending_email: null,
  })
  expect(await emailRecords()).toEqual([
    { granted: true, screen: 'counter' },
    { granted: false, screen: 'email-changed' },
  ])
  expect(await shownOn(owner)).toMatchObject({ email, consents: [] })
  expect([await opens(mailed), await opens(await cardTo(email))]).toEqual([false, true])
  const { body } = await owner.browser.call('business.audit', {
    params: { businessId: shop.businessId },
    query: { act: 'customer.change,mail.' },
  })
  expect(body.slice(0, 2)).toMatchObject([
    { act: 'mail.pressMemberEmail', actorKind: 'visitor', subject: member.memberId },
    { act: 'customer.change', changed: ['email'] },
  ])
  expect(JSON.stringify(body)).not.toContain(email)
})

test('takes the consent that the page asks for again', async () => {
  const email = someEmail()
  await correct(email)
  await press(await ticketTo(email, 'memberEmail'), { marketingEmail: true })
  expect(await stored()).toMatchObject({ marketing_email: true })
  expect((await emailRecords()).slice(1)).toEqual([
    { granted: false, screen: 'email-changed' },
    { granted: true, screen: 'email-changed' },
  ])
})

test('answers a repeated press alike, and does it once', async () => {
  const email = someEmail()
  await correct(email)
  const ticket = await ticketTo(email, 'memberEmail')
  const first = await press(ticket)
  const again = await press(ticket, { marketingEmail: true })
  expect([again.status, again.body]).toEqual([200, first.body])
  expect((await read(ticket)).body).toMatchObject({ isDone: true })
  expect(await stored()).toMatchObject({ marketing_email: false })
  const kinds = (await readMails(running, member.email)).map(({ kind }) => kind)
  expect(kinds).toEqual(['memberEmailChanged'])
})

test('ends a link after an hour, with a later correction, and when an owner withdraws it', async () => {
  const [first, second, third] = [someEmail(), someEmail(), someEmail()]
  await correct(first)
  const early = await ticketTo(first, 'memberEmail')
  await correct(second)
  const ended = { status: 400, body: { code: 'link_expired' } }
  expect(await press(early)).toMatchObject(ended)
  const late = await ticketTo(second, 'memberEmail')
  running.turnClock(hourMs + 1_000)
  expect(await press(late)).toMatchObject(ended)
  expect(await read(late)).toMatchObject(ended)
  running.turnClock(-hourMs - 1_000)

  await correct(third)
  expect(await correct(member.email)).toMatchObject({ status: 'applied' })
  expect(await shownOn(owner)).not.toHaveProperty('pendingEmail')
  expect(await press(await ticketTo(third, 'memberEmail'))).toMatchObject(ended)
  expect(await stored()).toMatchObject({ email: member.email, marketing_email: true })
})

test('stores another spelling of the same address without a link', async () => {
  const email = member.email.toUpperCase()
  expect(await correct(email)).toMatchObject({ status: 'applied' })
  expect(await stored()).toMatchObject({ email, email_key: member.email, marketing_email: true })
  expect(await readMails(running, email)).toEqual([])
})

test('replaces an address that no mail reached at once, without a notice', async () => {
  const { memberId } = member
  await running.sql`update customer set mail_refused_at = now() where id = ${memberId}`
  const email = someEmail()
  expect(await correct(email)).toMatchObject({ status: 'applied' })
  expect(await stored()).toMatchObject({
    email,
    proved: false,
    refused: false,
    marketing_email: false,
  })
  expect(await opens(await cardTo(email))).toBe(true)
  const kinds = (await readMails(running, member.email)).map(({ kind }) => kind)
  expect(kinds).not.toContain('memberEmailChanged')
  // Opening the mailed link proved the address, so a later refusal is no reason to skip its reader.
  await running.sql`update customer set mail_refused_at = now() where id = ${memberId}`
  expect(await correct(someEmail(), email)).toMatchObject({ result: { emailPending: true } })
})

test('refuses an address of another member, also behind the link', async () => {
  const email = someEmail()
  await correct(email)
  const ticket = await ticketTo(email, 'memberEmail')
  const other = signUpPayload({ firstName: 'Quincy', email })
  await owner.push(owner.make('customer.signUp', other))
  expect(await press(ticket)).toMatchObject({ status: 409, body: { code: 'address_of_other' } })
  const verdict = await correct(email.toUpperCase())
  expect(verdict).toMatchObject({
    status: 'refused',
    code: 'address_of_other',
    result: { otherId: other.memberId },
  })
  expect(JSON.stringify(verdict)).not.toContain('Quincy')
  expect(await stored()).toMatchObject({ email: member.email })
})

test('lets owners correct the email, not staff', async () => {
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const seen = `${member.email[0]}•••@example.com`
  for (const each of [seen, member.email]) {
    expect(await correct(someEmail(), each, staff)).toMatchObject({ code: 'not_allowed' })
  }
  await correct(someEmail())
  expect(await shownOn(staff)).not.toHaveProperty('pendingEmail')
  // An owner sees the whole address, so one with the same mask isn't the stored one.
  expect(await correct(someEmail(), `${member.email[0]}x@example.com`)).toMatchObject({
    code: 'customer_changed_meanwhile',
  })
})

test('withdraws mail queued for the former address, except the notice', async () => {
  const queued = () =>
    running.sql`select kind from email_queue where recipient = ${member.email} order by id`
  expect(await queued()).toEqual([{ kind: 'welcome' }])
  await moveTo(someEmail())
  expect(await queued()).toEqual([{ kind: 'memberEmailChanged' }])
})

test('holds the welcome of a sign-up with a former address, which no undo needs any more', async () => {
  await moveTo(someEmail())
  running.turnClock(7 * dayMs + 1_000)
  const again = await joinByCode({ email: member.email })
  running.turnClock(-7 * dayMs - 1_000)
  const { customerId, memberId } = again
  expect(memberId).not.toBe(member.memberId)
  const { body } = await visitor.call('customer.page', { params: { customerId } })
  expect(body).toMatchObject({ welcomeHeld: true, customer: { memberId } })
})

test('a member changes their own email on their card, by the same link', async () => {
  const { memberId, customerId, email: former, masked, change } = await joinByCode()
  const email = someEmail()
  expect((await change(email)).status).toBe(200)
  const own = await visitor.call('customer.ownData', { params: { customerId } })
  expect(own.body.details).toMatchObject({
    email: masked,
    emailToConfirm: `n•••${email.slice(email.indexOf('@'))}`,
  })
  await press(await ticketTo(email, 'memberEmail'))
  expect(await stored(memberId)).toMatchObject({ email, proved: true })
  const [notice] = await readMails(running, former)
  expect(notice).toMatchObject({ kind: 'memberEmailChanged' })
  // The phone's own place stays open; only mailed links end.
  expect(await opens(customerId)).toBe(true)
})

test('answers a card alike whether the address is the stored one, another member’s or free', async () => {
  const { change, email } = await joinByCode()
  const answers = []
  for (const each of [email, member.email, someEmail()]) {
    const { status, body } = await change(each)
    answers.push([status, body])
  }
  expect(answers).toEqual(Array(3).fill([200, { message: expect.any(String) }]))
  expect(new Set(answers.map(([, body]) => JSON.stringify(body))).size).toBe(1)
  const theirs = await ticketTo(member.email, 'memberEmail')
  // A later request ended it; the address itself is only named to its reader.
  expect(await press(theirs)).toMatchObject({ body: { code: 'link_expired' } })
  const over = await change(someEmail())
  expect([over.status, over.body]).toMatchObject([429, { code: 'too_many' }])
})

test('proves the stored address again without a notice', async () => {
  const { memberId, email, change } = await joinByCode({ marketingEmailConsent: true })
  await change(email)
  expect((await press(await ticketTo(email, 'memberEmail'))).status).toBe(200)
  expect(await stored(memberId)).toMatchObject({ email, proved: true, marketing_email: true })
  const kinds = (await readMails(running, email)).map(({ kind }) => kind)
  expect(kinds).not.toContain('memberEmailChanged')
})

test('limits the links to one address, whichever cards ask', async () => {
  const email = someEmail()
  const statuses = []
  for (let count = 0; count <= serverLimits.memberEmailLinksPerDay; count += 1) {
    running.turnClock(hourMs)
    const { change } = await joinByCode()
    statuses.push((await change(email)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('limits the links that the cards of one network ask for', async () => {
  running.turnClock(2 * hourMs)
  const statuses = []
  for (let count = 0; count <= serverLimits.memberEmailLinksPerNetworkPerHour; count += 1) {
    const { change } = await joinByCode()
    statuses.push((await change(someEmail())).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(
    serverLimits.memberEmailLinksPerNetworkPerHour,
  )
  expect(statuses.at(-1)).toBe(429)
  running.turnClock(2 * hourMs)
})

test('the former mailbox undoes a change within seven days, which ends every place', async () => {
  const { memberId, customerId, email: former, change } = await joinByCode()
  const email = someEmail()
  await change(email)
  await press(await ticketTo(email, 'memberEmail'))
  const stolen = await cardTo(email)
  const ticket = await ticketTo(former, 'memberEmailChanged')
  // The thief requests another address in the meantime.
  const next = someEmail()
  await change(next, `n•••${email.slice(email.indexOf('@'))}`)
  running.turnClock(6 * dayMs)
  expect((await read(ticket)).body).toMatchObject({ kind: 'restore', isDone: false })
  expect((await stored(memberId))?.email).toBe(email)
  const first = await press(ticket)
  expect(first.status).toBe(200)
  expect(await stored(memberId)).toMatchObject({ email: former, proved: true, pending_email: null })
  expect([await opens(customerId), await opens(stolen)]).toEqual([false, false])
  expect(await opens(await cardTo(former))).toBe(true)
  const again = await press(ticket)
  expect([again.status, again.body]).toEqual([200, first.body])
  // The previous address gets a notice and can't take the card back.
  const [notice] = await readMails(running, email)
  expect(notice).toMatchObject({ kind: 'memberEmailChanged' })
  expect(notice?.text).not.toContain('/member-email')
  running.turnClock(-6 * dayMs)
})

test('an undo ends the undo of later changes, not of earlier ones', async () => {
  const [second, third] = [someEmail(), someEmail()]
  await moveTo(second)
  const toFirst = await ticketTo(member.email, 'memberEmailChanged')
  await moveTo(third, second)
  const toSecond = await ticketTo(second, 'memberEmailChanged')
  expect((await press(toSecond)).status).toBe(200)
  expect(await stored()).toMatchObject({ email: second })
  expect((await press(toFirst)).status).toBe(200)
  expect(await stored()).toMatchObject({ email: member.email })
  expect(await press(toSecond)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
})

test('an undo of an earlier change ends the links of later ones', async () => {
  const [second, third] = [someEmail(), someEmail()]
  await moveTo(second)
  const toFirst = await ticketTo(member.email, 'memberEmailChanged')
  await moveTo(third, second)
  const toSecond = await ticketTo(second, 'memberEmailChanged')
  expect((await press(toFirst)).status).toBe(200)
  expect(await press(toSecond)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
  expect(await stored()).toMatchObject({ email: member.email })
})

test('refuses an undo after seven days, and to an address that another member has by then', async () => {
  await moveTo(someEmail())
  const ticket = await ticketTo(member.email, 'memberEmailChanged')
  running.turnClock(7 * dayMs + 1_000)
  expect(await press(ticket)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
  running.turnClock(-7 * dayMs - 1_000)
  const [former, other] = [member.email, signUpPayload()]
  await owner.push(owner.make('customer.signUp', other))
  member = other
  await moveTo(former)
  expect(await press(ticket)).toMatchObject({ status: 409, body: { code: 'address_of_other' } })
})

test('answers every ticket that isn’t ours alike', async () => {
  const email = someEmail()
  await correct(email)
  const ticket = await ticketTo(email, 'memberEmail')
  const [head, , signature] = ticket.split('.')
  const forged = [
    'none of ours',
    `${ticket}x`,
    `${head}.${Buffer.from(JSON.stringify({ sub: member.memberId })).toString('base64url')}.${signature}`,
  ]
  for (const each of forged) {
    expect(await press(each)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
    expect(await read(each)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
  }
  expect(await stored()).toMatchObject({ email: member.email })
})

test('limits the links that owners cause, to one member and to one mailbox', async () => {
  const most = serverLimits.ownerEmailLinksPerDay
  const spent = { status: 'refused', code: 'email_links_spent' }
  for (let count = 0; count < most; count += 1) {
    expect(await correct(someEmail())).toMatchObject({ status: 'applied' })
  }
  const before = await stored()
  expect(await correct(someEmail())).toMatchObject(spent)
  expect(await stored()).toEqual(before)
  running.turnClock(dayMs)
  expect(await correct(someEmail())).toMatchObject({ status: 'applied' })

  const mailbox = `bombed.${newId()}`
  for (let count = 0; count <= most; count += 1) {
    member = signUpPayload({ firstName: 'Zelda' })
    await owner.push(owner.make('customer.signUp', member))
    const verdict = await correct(`${mailbox}+${count}@example.com`)
    expect(verdict).toMatchObject(count < most ? { status: 'applied' } : spent)
  }
  running.turnClock(-dayMs)
})

test('counts the links that an owner causes among the business’s mails of a day', async () => {
  const email = someEmail()
  await correct(email)
  const senders = await running.sql`select sender_id from email_queue where recipient = ${email}`
  expect(senders).toEqual([{ sender_id: shop.businessId }])
})

test.each(['confirm', 'restore'] as const)(
  'a press to %s that the server is killed in changes nothing, and counts once when repeated',
  async (kind) => {
    const email = someEmail()
    await correct(email)
    let ticket = await ticketTo(email, 'memberEmail')
    if (kind === 'restore') {
      await press(ticket)
      ticket = await ticketTo(member.email, 'memberEmailChanged')
    }
    const untouched = await stored()
    await running.sql.begin(async (holding) => {
      // Everything is written but the line in the activity log, which is blocked.
      await holding`lock table audit_record in share row exclusive mode`
      const asked = press(ticket).catch(() => 'no answer')
      await untilWaiting(running)
      await running.crash()
      expect(await asked).toBe('no answer')
    })
    expect(await stored()).toEqual(untouched)
    expect((await press(ticket)).status).toBe(200)
    const done = await stored()
    expect(done).toMatchObject({ email: kind === 'confirm' ? email : member.email })
    await running.crash()
    expect((await press(ticket)).status).toBe(200)
    expect(await stored()).toEqual(done)
    const former = kind === 'confirm' ? member.email : email
    const notices = (await readMails(running, former)).filter(
      (each) => each.kind === 'memberEmailChanged',
    )
    expect(notices).toHaveLength(1)
  },
)
