/**
 * Members without an email: staff sign them up with a phone number if the business allows it, one
 * welcome per number, nothing is mailed, and an address can be added later.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { firstRuleId } from '#schema/contract/earning.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { dayMs, minuteMs } from '#schema/contract/time-spans.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { runCampaigns } from '#sync-server/loyalty/campaigns/run-campaigns.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, everyone, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { keepUpNow } from '#tests/support/upkeep.ts'

type SignUp = OperationPayload<'customer.signUp'>

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let staff: TestDevice
let visitor: TestBrowser
let numbers = 0

const deviceOf = async (email: string) =>
  new TestDevice(await new TestBrowser(running.url).signIn(email))

beforeAll(async () => {
  visitor = new TestBrowser(running.url)
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await deviceOf(shop.ownerEmail)
  staff = await deviceOf(shop.staffEmail)
  const changes = { signUpWithoutEmail: true }
  await owner.push(owner.make('program.change', { revision: firstRuleId, changes }))
})

const someNumber = () => {
  numbers += 1
  return `+1 206 555 ${String(1000 + numbers)}`
}
const byPhone = (changes: Partial<SignUp> = {}) =>
  signUpPayload({ email: '', phone: someNumber(), ...changes })
const verdictOf = async (payload: SignUp, device = staff) =>
  (await device.push(device.make('customer.signUp', payload))).body.verdicts[0]
async function join(changes: Partial<SignUp> = {}): Promise<SignUp> {
  const payload = byPhone(changes)
  expect(await verdictOf(payload)).toMatchObject({ status: 'applied' })
  return payload
}
const of = ({ memberId }: { memberId: string }) => ({
  params: { businessId: shop.businessId, memberId },
})
const mailsAbout = ({ memberId }: SignUp) =>
  running.sql`select kind, recipient from email_queue where subject_id = ${memberId}`
const stored = async ({ memberId }: SignUp) =>
  (
    await running.sql`select email, email_key, mailbox_key, welcome, points,
      address_proved_at is not null as proved from customer where id = ${memberId}`
  )[0]
const addEmail = (member: SignUp, email: string, device = owner) =>
  device.push(
    device.make('customer.change', {
      memberId: member.memberId,
      changes: { email },
      seen: { email: '' },
    }),
  )

const makeLink = (member: SignUp, printed = false, browser = staff.browser) =>
  browser.call('business.makeCardLink', { ...of(member), body: { printed } })
const ticketOf = (url: string) => new URL(url).hash.slice(1)
async function linkTo(member: SignUp, printed = false): Promise<string> {
  const { status, body } = await makeLink(member, printed)
  expect(status).toBe(200)
  return ticketOf(body.url)
}
const read = (ticket: string) => visitor.call('mail.cardLink', { body: { ticket } })
const open = (ticket: string, id = newKey()) =>
  visitor.call('customer.openCard', { body: { ticket, id } })
const pageOf = (customerId: string) => visitor.call('customer.page', { params: { customerId } })
async function cardOf(member: SignUp): Promise<string> {
  return (await open(await linkTo(member))).body.customerId
}
async function later(ms: number, work: () => Promise<void>): Promise<void> {
  running.turnClock(ms)
  await work().finally(() => running.turnClock(-ms))
}

test('signs up a customer by phone, only if the business allows it', async () => {
  const member = await join({ firstName: 'Ottilie' })
  const none = `none ${member.memberId}`
  expect(await stored(member)).toEqual({
    email: '',
    email_key: none,
    mailbox_key: none,
    welcome: 'given',
    points: 100,
    proved: false,
  })
  expect(await mailsAbout(member)).toEqual([])
  const shown = (await owner.pull()).flatMap(({ rows }) => rows.customer ?? [])
  expect(shown).toContainEqual(
    expect.objectContaining({ id: member.memberId, email: '', phone: member.phone }),
  )
  const listed = await staff.browser.call('business.customers', of(member))
  expect(listed.body).toMatchObject([{ email: '', phone: `••• ${member.phone?.slice(-4)}` }])
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])

  const other = await createTestBusiness(running)
  const refused = await verdictOf(byPhone(), await deviceOf(other.staffEmail))
  expect(refused).toMatchObject({ status: 'refused', code: 'email_required' })
})

test('needs a phone number without an email, and an email for marketing emails', async () => {
  for (const [changes, message] of [
    [{ phone: null }, 'Enter a phone number, or an email'],
    [{ phone: '' }, 'Enter a phone number, or an email'],
    [{ marketingEmailConsent: true }, 'Enter an email to receive marketing emails'],
  ] as const) {
    const verdict = await verdictOf(byPhone(changes))
    expect(verdict).toMatchObject({ status: 'refused', message })
  }
})

test('still asks for an email on the sign-up page', async () => {
  const body = { ...byPhone(), id: newKey() }
  const answer = await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'email' }] } })
})

test('applies sign-ups of the version before, and refuses one without an email', async () => {
  const person = signUpPayload()
  const before = await staff.push(staff.make('customer.signUp', person, { v: 1 }))
  expect(before.body.verdicts).toMatchObject([{ status: 'applied' }])
  const none = await staff.push(staff.make('customer.signUp', byPhone(), { v: 1 }))
  expect(none.body.verdicts).toMatchObject([{ message: 'Email is required' }])
})

test('holds the second welcome of a number, if one of the two has no email', async () => {
  const [first, second, third] = [byPhone(), byPhone(), byPhone()]
  const digits = first.phone?.replace('+1 ', '').replaceAll(' ', '-') ?? ''
  // Without the country's code, which the business's country tells.
  const again = { ...second, phone: digits }
  const withEmail = signUpPayload({ phone: third.phone })
  const [one, other] = [signUpPayload({ phone: '555 010 9999' }), signUpPayload()]
  const pushed = await staff.push(
    ...[first, again, withEmail, third, one, { ...other, phone: one.phone }].map((payload) =>
      staff.make('customer.signUp', payload),
    ),
  )
  expect(pushed.body.verdicts.map(({ result }) => result?.bonusPoints)).toEqual([
    100, 0, 100, 0, 100, 100,
  ])
  const late = await verdictOf(signUpPayload({ phone: first.phone }))
  expect(late).toMatchObject({ result: { bonusPoints: 0 } })
  const { body } = await owner.browser.call('business.attention', of(first))
  expect(body.heldWelcomes).toHaveLength(3)
  expect(new Set(body.heldWelcomes.map(({ why }) => why))).toEqual(new Set(['same_number']))

  const release = { memberId: again.memberId, release: true }
  const released = await owner.push(owner.make('welcome.decide', release))
  expect(released.body.verdicts).toMatchObject([{ status: 'applied', result: { points: 100 } }])
  expect(await mailsAbout(again)).toEqual([])
})

test('a joined member whose address the kept one took is no member without an email', async () => {
  const phone = someNumber()
  const [kept, joined] = [signUpPayload({ phone }), signUpPayload({ phone })]
  const pair = { keepId: kept.memberId, joinId: joined.memberId }
  await owner.push(
    owner.make('customer.signUp', kept),
    owner.make('customer.signUp', joined),
    owner.make('customer.join', pair),
  )
  // Without a working mailbox, the correction counts at once.
  await running.sql`update customer set mail_refused_at = now() where id = ${kept.memberId}`
  const taken = { changes: { email: joined.email }, seen: { email: kept.email } }
  const { body } = await owner.push(
    owner.make('customer.change', { memberId: kept.memberId, ...taken }),
  )
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  expect(await stored(joined)).toMatchObject({ email: '' })
  const next = await verdictOf(signUpPayload({ phone }))
  expect(next).toMatchObject({ result: { bonusPoints: 100 } })
})

test('holds the second welcome of a number that an earlier release wrote', async () => {
  const first = await join({ phone: '(206) 555-1234' })
  await running.sql`update customer set phone_e164 = null, phone_country = null
    where id = ${first.memberId}`
  const again = await verdictOf(byPhone({ phone: '206 555 1234' }))
  expect(again).toMatchObject({ status: 'applied', result: { bonusPoints: 0 } })
})

test('holds the welcome of a number for a week after a member gave it up', async () => {
  const giveUp = async (member: SignUp) => {
    const seen = { phone: member.phone ?? '' }
    const change = { memberId: member.memberId, changes: { phone: someNumber() }, seen }
    const made = await staff.push(staff.make('customer.change', change))
    expect(made.body.verdicts).toMatchObject([{ status: 'applied' }])
  }
  await giveUp(await join({ phone: '(206) 555-4321' }))
  await giveUp(await join({ phone: '(206) 555-4322' }))
  for (const payload of [
    byPhone({ phone: '+1 206 555 4321' }),
    signUpPayload({ phone: '206.555.4322' }),
  ]) {
    expect(await verdictOf(payload)).toMatchObject({ result: { bonusPoints: 0 } })
  }
  const third = await join({ phone: '(206) 555-4323' })
  await giveUp(third)
  await later(serverLimits.phoneUndoDays * dayMs + minuteMs, async () => {
    const again = byPhone({ phone: third.phone })
    expect(await verdictOf(again)).toMatchObject({ result: { bonusPoints: 100 } })
  })
})

test('keeps a number or an email of each member', async () => {
  const { memberId, phone } = await join()
  const removed = { memberId, changes: { phone: '' }, seen: { phone: phone ?? '' } }
  const made = await owner.push(owner.make('customer.change', removed))
  expect(made.body.verdicts).toMatchObject([{ code: 'last_contact' }])
})

test('an owner adds an email at once, and staff may not', async () => {
  const member = await join()
  const email = `later.${newId()}@example.com`
  expect((await addEmail(member, email, staff)).body.verdicts).toMatchObject([
    { code: 'not_allowed' },
  ])
  expect((await addEmail(member, email)).body.verdicts).toMatchObject([{ status: 'applied' }])
  expect(await stored(member)).toMatchObject({ email, email_key: email, proved: false })
  expect(await mailsAbout(member)).toEqual([{ kind: 'memberPage', recipient: email }])
  const [mail] = await readMails(running, email)
  const mailed = new URL(linkIn(mail as never)).pathname.split('/')[2] ?? ''
  expect((await pageOf(mailed)).body.customer).toMatchObject({ memberId: member.memberId })
  const met = await verdictOf(signUpPayload({ email }))
  expect(met).toMatchObject({ result: { alreadyMember: true, memberId: member.memberId } })
  expect((await addEmail(await join(), email)).body.verdicts).toMatchObject([
    { code: 'address_of_other' },
  ])
})

test('the member adds an email on their card by a link, which has no undo', async () => {
  const member = await join()
  const customerId = await cardOf(member)
  const params = { customerId }
  const ask = () => visitor.call('customer.requestData', { params, body: { kind: 'export' } })
  expect((await ask()).body).toMatchObject({ code: 'no_email' })
  const agree = () => visitor.call('customer.changeConsents', { params, body: { email: true } })
  expect((await agree()).body).toMatchObject({ code: 'no_email' })

  const email = `own.${newId()}@example.com`
  const changed = await visitor.call('customer.change', {
    params,
    body: { changes: { email }, seen: { email: '' } },
  })
  expect(changed.status).toBe(200)
  expect(await stored(member)).toMatchObject({ email: '' })
  const [mail] = await readMails(running, email)
  const ticket = ticketOf(linkIn(mail as never))
  const press = () => visitor.call('mail.pressMemberEmail', { body: { ticket } })
  expect([(await press()).status, (await press()).status]).toEqual([200, 200])
  expect(await stored(member)).toMatchObject({ email, proved: true })
  const kinds = (await mailsAbout(member)).map(({ kind }) => kind)
  expect(kinds).not.toContain('memberEmailChanged')
  expect((await ask()).status).toBe(200)
  expect((await agree()).status).toBe(200)
  const exported = await owner.browser.call('business.exportMember', {
    ...of(member),
    body: { reason: 'Asked' },
  })
  expect(exported.body.formerContacts).toEqual([])
})

test('an erasure mails nothing, and leaves the work of others without an email', async () => {
  const member = await join()
  // A refused sign-up keeps its payload, so that it can be corrected.
  await running.sql`update business set sign_up_without_email = false where id = ${shop.businessId}`
  const waiting = byPhone({ firstName: 'Perpetua' })
  expect(await verdictOf(waiting)).toMatchObject({ code: 'email_required' })
  const body = { reason: 'Asked at the counter' }
  const planned = await owner.browser.call('business.eraseMember', { ...of(member), body })
  expect(planned.status).toBe(200)
  expect(await mailsAbout(member)).toEqual([])
  await later(25 * 60 * minuteMs, () => eraseDueMembers(running.server))
  expect(await stored(member)).toMatchObject({ email_key: `erased ${member.memberId}` })
  const kept = await running.sql`select payload ->> 'firstName' as name from applied_operation
    where business_id = ${shop.businessId} and code = 'email_required'`
  expect(kept).toEqual([{ name: 'Perpetua' }])
})

test('campaigns count members without an email, and mail them nothing', async () => {
  const member = await join()
  const preview = await owner.browser.call('business.previewCampaign', {
    ...of(member),
    body: { audience: everyone },
  })
  expect(preview.body).toMatchObject({ count: 0, withoutEmail: 1, withoutConsent: 0 })
  await running.sql`update customer set marketing_email = true, address_proved_at = now()
    where id = ${member.memberId}`
  const campaign = { campaignId: newId(), ...campaignTerms() }
  await owner.push(owner.make('campaign.create', campaign))
  await runCampaigns(running.server)
  expect(await mailsAbout(member)).toEqual([])
})

test('a code at the counter opens the card on one phone, once', async () => {
  const member = await join({ firstName: 'Ottilie' })
  const ticket = await linkTo(member)
  const { name } = (await owner.browser.call('business.get', of(member))).body
  expect((await read(ticket)).body).toEqual({ businessName: name, firstName: 'Ottilie' })
  const id = newKey()
  const [first, again] = [await open(ticket, id), await open(ticket, id)]
  expect([first, again]).toMatchObject([
    { status: 200, body: { customerId: id } },
    { status: 200, body: { customerId: id } },
  ])
  expect((await pageOf(id)).body.customer).toMatchObject({ memberId: member.memberId, points: 100 })
  for (const answer of [await open(ticket), await read(ticket)]) {
    expect(answer.body).toMatchObject({ code: 'link_expired' })
  }
  const { body } = await visitor.call('customer.ownData', { params: { customerId: id } })
  expect(body.places).toHaveLength(1)

  const both = await linkTo(member)
  const answers = await Promise.all([open(both), open(both)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a code ends after ten minutes, a printed one after 30 days', async () => {
  const member = await join()
  const [shown, printed] = [await linkTo(member), await linkTo(member, true)]
  const { cardLinkMinutes, printedCardLinkDays } = serverLimits
  await later(cardLinkMinutes * minuteMs, async () => {
    expect((await open(shown)).body).toMatchObject({ code: 'link_expired' })
  })
  await later(printedCardLinkDays * dayMs - minuteMs, async () => {
    expect((await read(printed)).status).toBe(200)
  })
  await later(printedCardLinkDays * dayMs, async () => {
    expect((await open(printed)).body).toMatchObject({ code: 'link_expired' })
    await keepUpNow(running)
  })
  const left = await running.sql`select 1 from card_link where member_id = ${member.memberId}`
  expect(left).toEqual([])
})

test('makes no code for a member with an email, and ends those made before', async () => {
  const member = await join()
  const ticket = await linkTo(member, true)
  await addEmail(member, `later.${newId()}@example.com`)
  expect((await makeLink(member)).body).toMatchObject({ code: 'card_by_email' })
  for (const answer of [await read(ticket), await open(ticket)]) {
    expect(answer.body).toMatchObject({ code: 'link_expired' })
  }
})

test('makes no code while the business is suspended, and opens those made before', async () => {
  const member = await join()
  const ticket = await linkTo(member, true)
  const suspend = (status: string) =>
    running.sql`update business set status = ${status} where id = ${shop.businessId}`
  await suspend('suspended')
  expect(await makeLink(member)).toMatchObject({ status: 403, body: { code: 'read_only' } })
  // A member reads their own card, as by a mailed link.
  const { customerId } = (await open(ticket)).body
  expect((await pageOf(customerId)).status).toBe(200)
  await suspend('active')
})

test('opens no card by a code of another business or a made-up one', async () => {
  const member = await join()
  const [, secret] = (await linkTo(member)).split('.')
  const other = await createTestBusiness(running)
  for (const ticket of [
    `${other.businessId}.${secret}`,
    `${shop.businessId}.${newKey()}`,
    `${newId()}.${secret}`,
    `${secret}`,
    `${shop.businessId}.${secret}.${secret}`,
    "' or true --",
  ]) {
    expect((await read(ticket)).body).toMatchObject({ code: 'link_expired' })
    expect((await open(ticket)).body).toMatchObject({ code: 'link_expired' })
  }
  const stranger = await deviceOf(other.staffEmail)
  const asked = await stranger.browser.call('business.makeCardLink', {
    params: { businessId: other.businessId, memberId: member.memberId },
    body: { printed: false },
  })
  expect(asked.status).toBe(404)
})
