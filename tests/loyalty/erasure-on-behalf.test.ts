/** An owner erases a member who asks in person: 24 hours later, unless it is canceled until then. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'
import { traces } from '#tests/support/traces.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

const reason = 'Asked at the counter on a plum-colored day'
let running: TestServer
let shop: TestBusiness
let owner: TestDevice
let visitor: TestBrowser
const failedJobs: unknown[] = []

beforeAll(async () => {
  const log = (event: string, facts?: object) => {
    if (event === 'job.failed') failedJobs.push(facts)
  }
  running = await startTestServer({}, { log })
  visitor = new TestBrowser(running.url)
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  failedJobs.length = 0
})
afterAll(() => running.close())

async function join(changes: Record<string, unknown> = {}) {
  const body = { ...signUpPayload(), id: newKey(), ...changes }
  await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  return body
}
type Member = Awaited<ReturnType<typeof join>>

const of = ({ memberId }: Pick<Member, 'memberId'>) => ({
  params: { businessId: shop.businessId, memberId },
})
const plan = (member: Pick<Member, 'memberId'>, browser = owner.browser, why = reason) =>
  browser.call('business.eraseMember', { ...of(member), body: { reason: why } })
const cancel = (member: Member, browser = owner.browser) =>
  browser.call('business.keepMember', of(member))
const opens = async ({ id }: Member) =>
  (await visitor.call('customer.page', { params: { customerId: id } })).status === 200

async function stored({ memberId }: Pick<Member, 'memberId'>) {
  const [row] = await running.sql`
    select erasure_due_at as due, erasure_reason as reason, erasure_asked_by as by,
    first_name as name from customer where id = ${memberId}`
  return row
}
const erased = { due: null, reason: null, by: null, name: '' }
const mailsAbout = ({ memberId }: Pick<Member, 'memberId'>) =>
  running.sql`select kind from email_queue where subject_id = ${memberId} order by id`

/** The hourly job's round at this time from now. */
async function runJob(laterMs: number) {
  running.turnClock(laterMs)
  await eraseDueMembers(running.server).finally(() => running.turnClock(-laterMs))
}

/** Starts each act while the business is locked, so that they take their turns in this order. */
async function inTurn<Results extends unknown[]>(
  ...acts: { [Index in keyof Results]: () => Promise<Results[Index]> }
): Promise<Results> {
  const started: Promise<unknown>[] = []
  await running.sql.begin(async (holding) => {
    await holding`select from business_version
      where business_id = ${shop.businessId} for update`
    for (const act of acts) {
      started.push(act())
      await untilWaiting(running, started.length)
    }
  })
  return (await Promise.all(started)) as Results
}

test('erases a member 24 hours after an owner asked for it, unless an owner cancels', async () => {
  const [leaving, staying] = [await join(), await join()]
  for (const member of [leaving, staying]) {
    expect((await plan(member)).status).toBe(200)
    const [mail] = await readMails(running, member.email)
    expect(mail?.subject).toMatch(/ deletes your data in 24 hours$/)
    expect(mail?.text).not.toContain('plum-colored')
  }
  const first = await stored(leaving)
  expect(first).toMatchObject({ reason, by: expect.any(String) })
  running.turnClock(minuteMs)
  const again = await plan(leaving, owner.browser, 'Again')
  running.turnClock(-minuteMs)
  expect(again.status).toBe(200)
  expect(await stored(leaving)).toEqual(first)
  expect((await mailsAbout(leaving)).filter(({ kind }) => kind === 'erasureDue')).toHaveLength(1)
  expect((await cancel(staying)).status).toBe(200)
  expect(await stored(staying)).toMatchObject({ due: null, reason: null, by: null })

  await runJob(dayMs - minuteMs)
  expect(await opens(leaving)).toBe(true)
  await runJob(dayMs + minuteMs)
  expect(await stored(leaving)).toEqual(erased)
  expect([await opens(leaving), await opens(staying)]).toEqual([false, true])
  expect((await cancel(leaving)).status).toBe(404)
  expect((await plan(leaving)).status).toBe(404)
  expect(failedJobs).toEqual([])
})

test('removes the person’s words and the reason from every table', async () => {
  const mark = newId().slice(-8)
  const why = `Zephyrine${mark} called from 555 019 7731`
  const member = await join({ firstName: `Zephyrine${mark}`, email: `z.${mark}@example.com` })
  await plan(member, owner.browser, why)
  const words = [why, String(member.firstName), member.email]
  expect((await traces(running, words)).length).toBeGreaterThan(2)
  await runJob(dayMs + minuteMs)
  expect(await traces(running, words)).toEqual([])
})

test('deletes no mail of another business’s member, nor of an account, under the same id', async () => {
  const member = await join()
  const other = await createTestBusiness(running)
  await visitor.call('auth.forgotPassword', { body: { email: other.ownerEmail } })
  const [account] = await running.sql`select id from account where email = ${other.ownerEmail}`
  const ids = [member.memberId, account?.id ?? '']
  const mailed = () =>
    running.sql<{ kind: string }[]>`select kind from email_queue
      where recipient in (${member.email}, ${other.ownerEmail}) order by kind`
  const before = await mailed()
  expect(before.map(({ kind }) => kind)).toEqual(['resetPassword', 'welcome'])
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  for (const memberId of ids) {
    const { body } = await owner.push(owner.make('customer.signUp', signUpPayload({ memberId })))
    expect(body.verdicts).toMatchObject([{ status: 'applied' }])
    expect((await plan({ memberId })).status).toBe(200)
  }
  await runJob(dayMs + minuteMs)
  expect(await mailed()).toEqual(before)
  expect(
    await running.sql`select from email_queue
  where sender_id = ${shop.businessId}`,
  ).toEqual([])
})

test('names in the log who asked, who canceled and whose request was carried out', async () => {
  const [leaving, staying] = [await join(), await join()]
  await plan(leaving)
  await plan(staying)
  await cancel(staying)
  await cancel(staying)
  await runJob(dayMs + minuteMs)
  const { businessId } = shop
  const { body } = await owner.browser.call('business.audit', { params: { businessId } })
  const lines = body.filter(({ act }) => /erase|keepMember/i.test(act))
  const byOwner = { actorKind: 'business_admin', actorName: 'Test business_admin' }
  expect(lines).toMatchObject([
    { act: 'customer.eraseOnBehalf', subject: leaving.memberId, ...byOwner },
    { act: 'business.keepMember', subject: staying.memberId, ...byOwner },
    { act: 'business.keepMember', subject: staying.memberId, ...byOwner },
    { act: 'business.eraseMember', subject: staying.memberId, ...byOwner },
    { act: 'business.eraseMember', subject: leaving.memberId, ...byOwner },
  ])
  const text = JSON.stringify(lines)
  for (const word of ['plum-colored', leaving.email, leaving.lastName, staying.lastName]) {
    expect(text).not.toContain(word)
  }
})

test('refuses staff, super admins, other owners, an old password and an empty reason', async () => {
  const member = await join()
  const browserOf = (email: string) => new TestBrowser(running.url).signIn(email)
  const staff = await browserOf(shop.staffEmail)
  const other = await browserOf((await createTestBusiness(running)).ownerEmail)
  const admin = await signInSuperAdmin(running)
  for (const [browser, status] of [
    [visitor, 401],
    [staff, 403],
    [admin, 403],
    [other, 404],
  ] as const) {
    expect((await plan(member, browser)).status).toBe(status)
    expect((await cancel(member, browser)).status).toBe(status)
  }
  for (const none of ['', '   ', 'x'.repeat(201)]) {
    expect(await plan(member, owner.browser, none)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason' }] },
    })
  }
  expect((await plan({ memberId: newId() })).status).toBe(404)
  running.turnClock(16 * minuteMs)
  const late = await plan(member)
  running.turnClock(-16 * minuteMs)
  expect(late).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  expect(await stored(member)).toMatchObject({ due: null })

  const wrong = await owner.browser.call('auth.elevate', { body: { password: 'Wrong-Guess-1' } })
  expect(wrong.status).toBe(403)
})

test('limits how many erasures an owner asks for in an hour', async () => {
  const unknown = { memberId: newId() }
  for (let count = 0; count < serverLimits.memberErasuresPerAccountPerHour; count += 1) {
    expect((await plan(unknown)).status).toBe(404)
  }
  expect(await plan(unknown)).toMatchObject({ status: 429, body: { code: 'too_many' } })
})

test('limits the mails about one member’s erasure', async () => {
  const member = await join()
  const statuses = []
  for (let count = 0; count <= serverLimits.ownerEmailLinksPerDay; count += 1) {
    statuses.push((await plan(member)).status)
    if (count < serverLimits.ownerEmailLinksPerDay) await cancel(member)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await stored(member)).toMatchObject({ due: null })
})

test('shows a planned erasure to owners’ devices only', async () => {
  const member = await join()
  await plan(member)
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const rowOf = async (device: TestDevice) => {
    const answers = await device.pull()
    const rows = answers.flatMap((answer) => answer.rows.customer ?? [])
    return rows.find(({ id }) => id === member.memberId)
  }
  expect(await rowOf(owner)).toMatchObject({ erasure: { dueAt: expect.any(String), reason } })
  const seen = await rowOf(staff)
  expect(seen).toMatchObject({ id: member.memberId })
  expect(JSON.stringify(seen)).not.toMatch(/erasure|plum-colored/)
  await cancel(member)
  expect(await rowOf(owner)).not.toHaveProperty('erasure')
})

/** The ticket of the newest link that was mailed about a planned erasure. */
async function keepTicket({ email }: Member) {
  const mail = (await readMails(running, email)).find(({ kind }) => kind === 'erasureDue')
  if (!mail) throw new Error(`${email} got no mail about an erasure`)
  expect(mail.text).not.toMatch(/\/customer\//)
  return new URL(linkIn(mail)).hash.slice(1)
}
const readLink = (ticket: string) => visitor.call('mail.privacyLink', { body: { ticket } })
const keep = (ticket: string) => visitor.call('customer.keep', { body: { ticket } })

test('the member cancels it by the link in the mail, which does nothing else', async () => {
  const member = await join()
  await plan(member)
  const ticket = await keepTicket(member)
  expect(await readLink(ticket)).toMatchObject({ body: { kind: 'keep', isDone: false } })
  expect(await stored(member)).toMatchObject({ reason })
  for (const name of ['customer.export', 'customer.erase'] as const) {
    const refused = await visitor.call(name, { body: { ticket } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'link_expired' } })
  }
  expect((await keep(ticket)).status).toBe(200)
  expect(await stored(member)).toMatchObject({ due: null, reason: null, by: null })
  expect(await readLink(ticket)).toMatchObject({ body: { kind: 'keep', isDone: true } })
  expect((await keep(ticket)).status).toBe(200)
  await runJob(dayMs + minuteMs)
  expect(await opens(member)).toBe(true)

  // Links cancel the erasure that they were mailed about.
  running.turnClock(minuteMs)
  await plan(member)
  running.turnClock(-minuteMs)
  expect(await readLink(ticket)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
  expect((await keep(ticket)).status).toBe(400)
  expect(await stored(member)).toMatchObject({ reason })
  const { businessId } = shop
  const { body } = await owner.browser.call('business.audit', {
    params: { businessId },
    query: { act: 'customer.keep' },
  })
  expect(body).toMatchObject([{ actorKind: 'visitor', subject: member.memberId }])
})

test('the link in the mail counts after the member’s email changed, and not after the erasure', async () => {
  const member = await join()
  await plan(member)
  const ticket = await keepTicket(member)
  await moveEmail(member)
  expect((await mailsAbout(member)).map(({ kind }) => kind)).toContain('erasureDue')
  expect((await keep(ticket)).status).toBe(200)
  expect(await stored(member)).toMatchObject({ due: null })

  const leaving = await join()
  await plan(leaving)
  const late = await keepTicket(leaving)
  const [, kept] = await inTurn(
    () => runJob(dayMs + minuteMs),
    () => keep(late),
  )
  expect(kept.status).toBe(404)
  expect(await stored(leaving)).toEqual(erased)
})

test('a press on the link before the job’s turn keeps the member', async () => {
  const member = await join()
  await plan(member)
  const ticket = await keepTicket(member)
  const [kept] = await inTurn(
    () => keep(ticket),
    () => runJob(dayMs + minuteMs),
  )
  expect(kept.status).toBe(200)
  expect(await stored(member)).toMatchObject({ due: null, name: member.firstName })
})

/** Moves the member to another address by the link mailed there. */
async function moveEmail(member: Member): Promise<void> {
  const email = `new.${newId()}@example.com`
  const change = { memberId: member.memberId, changes: { email }, seen: { email: member.email } }
  await owner.push(owner.make('customer.change', change))
  const [mail] = await readMails(running, email)
  const ticket = new URL(mail ? linkIn(mail) : '').hash.slice(1)
  const pressed = await visitor.call('mail.pressMemberEmail', { body: { ticket } })
  expect(pressed.status).toBe(200)
}

test('a cancellation before the job’s turn keeps the member and their queued mail', async () => {
  const member = await join()
  await plan(member)
  const before = await mailsAbout(member)
  expect(before.length).toBeGreaterThan(1)
  const [canceled] = await inTurn(
    () => cancel(member),
    () => runJob(dayMs + minuteMs),
  )
  expect(canceled.status).toBe(200)
  expect(await stored(member)).toMatchObject({ due: null, name: member.firstName })
  expect(await mailsAbout(member)).toEqual(before)
  await runJob(2 * dayMs)
  expect(await opens(member)).toBe(true)
})

test('a cancellation after the job’s turn is refused', async () => {
  const member = await join()
  await plan(member)
  const [, canceled] = await inTurn(
    () => runJob(dayMs + minuteMs),
    () => cancel(member),
  )
  expect(canceled.status).toBe(404)
  expect(await stored(member)).toEqual(erased)
  expect(await mailsAbout(member)).toEqual([])
})

test('a member who leaves by the mailed link before the job’s turn fails no other erasure', async () => {
  const [first, second] = [await join(), await join()]
  await plan(first)
  await plan(second)
  const params = { customerId: first.id }
  await visitor.call('customer.requestData', { params, body: { kind: 'erasure' } })
  const mail = (await readMails(running, first.email)).find(({ kind }) => kind === 'dataErasure')
  const ticket = new URL(mail ? linkIn(mail) : '').hash.slice(1)
  const [own] = await inTurn(
    () => visitor.call('customer.erase', { body: { ticket } }),
    () => runJob(dayMs + minuteMs),
  )
  expect(own.status).toBe(200)
  expect([await stored(first), await stored(second)]).toEqual([erased, erased])
  expect(failedJobs).toEqual([])
})

test.each([
  ['audit_record', 'before anything is erased'],
  ['email_queue', 'before the mails are deleted'],
])('carries on after a crash that finds %s locked, %s', async (table) => {
  const member = await join()
  await plan(member)
  const untouched = await stored(member)
  await running.sql.begin(async (holding) => {
    await holding`lock table ${holding(table)} in share row exclusive mode`
    const round = runJob(dayMs + minuteMs).catch(() => 'no answer')
    await untilWaiting(running)
    await running.crash()
    await round
  })
  if (table === 'audit_record') {
    expect(await stored(member)).toEqual(untouched)
    expect(await opens(member)).toBe(true)
  } else {
    expect(await stored(member)).toMatchObject({ reason: null, by: null, name: '' })
  }
  expect((await mailsAbout(member)).length).toBeGreaterThan(1)
  await runJob(dayMs + 2 * minuteMs)
  expect(await stored(member)).toEqual(erased)
  expect(await mailsAbout(member)).toEqual([])
  const { businessId } = shop
  const lines = await running.sql`select 1 from audit_record
    where business_id = ${businessId} and act = 'customer.eraseOnBehalf'`
  expect(lines).toHaveLength(1)
})

test.each([
  { status: 'suspended' },
  { status: 'trial', trialEndsAt: new Date(0) },
  { features: { qrCodes: true, loyalty: false, whiteLabel: true, analytics: true } },
] as const)('erases and cancels while the business is %j', async (state) => {
  const [leaving, staying] = [await join(), await join()]
  await running.server.doors.platform((db) =>
    db.update(business).set(state).where(eq(business.id, shop.businessId)),
  )
  const planned = [await plan(leaving), await plan(staying)]
  expect(planned.map(({ status }) => status)).toEqual([200, 200])
  expect((await cancel(staying)).status).toBe(200)
  await runJob(dayMs + minuteMs)
  expect(await stored(leaving)).toEqual(erased)
  expect(await stored(staying)).toMatchObject({ name: staying.firstName })
})

test('erases a sample customer without a mail, and the sample can still be removed', async () => {
  const params = { businessId: shop.businessId }
  await owner.browser.call('business.loadSample', { params })
  const { body: samples } = await owner.browser.call('business.customers', { params })
  const [sample] = samples
  const member = { memberId: sample?.id ?? '' }
  expect((await plan(member)).status).toBe(200)
  expect(await mailsAbout(member)).toEqual([])
  await runJob(dayMs + minuteMs)
  expect(await stored(member)).toEqual(erased)
  const removed = await owner.browser.call('business.removeSample', { params })
  expect(removed).toMatchObject({ status: 200, body: { customers: 0 } })
  expect(await stored(member)).toBeUndefined()
})

test('mails nothing to an address that a mail server refused for good', async () => {
  const member = await join()
  await running.sql`update customer set mail_refused_at = now() where id = ${member.memberId}`
  await plan(member)
  expect((await mailsAbout(member)).map(({ kind }) => kind)).not.toContain('erasureDue')
  await runJob(dayMs + minuteMs)
  expect(await stored(member)).toEqual(erased)
})

test('waits until the former mailbox can’t undo a change of the address any more', async () => {
  const member = await join()
  await moveEmail(member)
  expect(await plan(member)).toMatchObject({ status: 409, body: { code: 'email_changed_lately' } })
  expect(await stored(member)).toMatchObject({ due: null })
})
