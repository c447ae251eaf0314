/**
 * The kept member takes the address of one joined into it: by the usual link, with the usual undo,
 * and each has an address of their own after a separation.
 *
 * @module-tag deep
 */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { firstRuleId } from '#schema/contract/earning.ts'
import type { OperationName, OperationPayload } from '#schema/contract/operation.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { traces } from '#tests/support/traces.ts'

type SignUp = OperationPayload<'customer.signUp'>

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let visitor: TestBrowser
let keep: SignUp
let joined: SignUp

beforeAll(async () => {
  visitor = new TestBrowser(running.url)
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await signIn()
  keep = await signUp()
  joined = await signUp({ marketingEmailConsent: true })
  await apply('customer.join', { keepId: keep.memberId, joinId: joined.memberId })
})

const signIn = async () =>
  new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))

async function push<Name extends OperationName>(name: Name, payload: OperationPayload<Name>) {
  return (await owner.push(owner.make(name, payload))).body.verdicts[0]
}
async function apply<Name extends OperationName>(name: Name, payload: OperationPayload<Name>) {
  expect(await push(name, payload)).toMatchObject({ status: 'applied' })
}
async function signUp(changes: Partial<SignUp> = {}): Promise<SignUp> {
  const member = signUpPayload({ email: `was.${newId()}@example.com`, ...changes })
  await apply('customer.signUp', member)
  return member
}
const correct = (member: SignUp, email: string, seen = member.email) =>
  push('customer.change', { memberId: member.memberId, changes: { email }, seen: { email: seen } })
const separate = () =>
  apply('customer.separate', { keepId: keep.memberId, joinId: joined.memberId, spentSeen: 0 })

async function ticketTo(email: string, kind: 'memberEmail' | 'memberEmailChanged') {
  const mail = (await readMails(running, email)).find((each) => each.kind === kind)
  if (!mail) throw new Error(`${email} got no ${kind}`)
  return new URL(linkIn(mail)).hash.slice(1)
}
const press = (ticket: string) => visitor.call('mail.pressMemberEmail', { body: { ticket } })

/** Moves the kept member's address: an owner corrects it and the mailed link confirms it. */
async function move(email: string, seen = keep.email): Promise<void> {
  expect(await correct(keep, email, seen)).toMatchObject({ status: 'applied' })
  expect((await press(await ticketTo(email, 'memberEmail'))).status).toBe(200)
}

/** @returns the addresses of the kept member and of the joined one */
async function addresses() {
  const { memberId: keepId } = keep
  const rows =
    await running.sql`select id, email from customer where business_id = ${shop.businessId}
    and id in (${keepId}, ${joined.memberId})`
  const byId = new Map(rows.map(({ id, email }) => [id, email]))
  return [byId.get(keepId), byId.get(joined.memberId)]
}

/** @returns the member whom a sign-up with this address meets */
async function met(email: string) {
  const verdict = await push('customer.signUp', signUpPayload({ email }))
  return verdict?.result?.memberId
}

/** @returns whose points late work under a sign-up's id changes */
async function worked({ memberId }: SignUp) {
  const operation = owner.make('points.adjust', { memberId, points: 7, reason: 'Late work' })
  expect((await owner.push(operation)).body.verdicts).toMatchObject([{ status: 'applied' }])
  const [row] = await running.sql<{ id: string }[]>`select member_id as id from points_entry
    where business_id = ${shop.businessId} and id = ${operation.operationId}`
  return row?.id
}

async function later(ms: number, work: () => Promise<void>): Promise<void> {
  running.turnClock(ms)
  owner = await signIn()
  await work().finally(() => running.turnClock(-ms))
}

test('moves by the mailed link, and meets sign-ups with the address', async () => {
  const device = await signIn()
  await device.pull()
  await move(joined.email)
  expect(await addresses()).toEqual([joined.email, ''])
  const rows = (await device.pull()).flatMap((answer) => answer.rows.memberJoin ?? [])
  expect(rows.at(-1)).toMatchObject({ id: joined.memberId, email: '' })
  expect(await met(joined.email)).toBe(keep.memberId)
  // For seven days, also the former address leads here.
  expect(await met(keep.email)).toBe(keep.memberId)
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])
})

test('moves on the card’s own correction, too', async () => {
  const customerId = newKey()
  const body = { ...signUpPayload(), id: customerId }
  await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  const other = await signUp()
  await apply('customer.join', { keepId: body.memberId, joinId: other.memberId })
  const masked = `${body.email[0]}•••${body.email.slice(body.email.indexOf('@'))}`
  const asked = await visitor.call('customer.change', {
    params: { customerId },
    body: { changes: { email: other.email }, seen: { email: masked } },
  })
  expect(asked.status).toBe(200)
  expect((await press(await ticketTo(other.email, 'memberEmail'))).status).toBe(200)
  expect(await met(other.email)).toBe(body.memberId)
})

test('moves at once to a kept member without an email', async () => {
  await apply('program.change', { revision: firstRuleId, changes: { signUpWithoutEmail: true } })
  keep = await signUp({ email: '', phone: '+1 206 555 1001' })
  joined = await signUp()
  await apply('customer.join', { keepId: keep.memberId, joinId: joined.memberId })
  expect(await correct(keep, joined.email)).toMatchObject({ status: 'applied' })
  expect(await addresses()).toEqual([joined.email, ''])
})

test('moves after the undo of the join is over', async () => {
  await later(31 * dayMs, async () => {
    await move(joined.email)
    expect(await addresses()).toEqual([joined.email, ''])
  })
})

test('refuses the address to any other member', async () => {
  const third = await signUp()
  expect(await correct(third, joined.email)).toMatchObject({
    code: 'address_of_other',
    result: { otherId: joined.memberId },
  })
})

test('gives the address back when the former mailbox undoes the change', async () => {
  await move(joined.email)
  expect((await press(await ticketTo(keep.email, 'memberEmailChanged'))).status).toBe(200)
  expect(await addresses()).toEqual([keep.email, joined.email])
  expect(await met(joined.email)).toBe(keep.memberId)
  // A repeated press answers alike.
  expect((await press(await ticketTo(keep.email, 'memberEmailChanged'))).status).toBe(200)
  await separate()
  expect(await addresses()).toEqual([keep.email, joined.email])
  expect(await met(joined.email)).toBe(joined.memberId)
})

test('a sign-up with the taken address leads to the joined member once they have it back', async () => {
  await move(joined.email)
  const [taken, own] = [await signUp({ email: joined.email }), await signUp({ email: keep.email })]
  expect((await press(await ticketTo(keep.email, 'memberEmailChanged'))).status).toBe(200)
  await separate()
  expect(await addresses()).toEqual([keep.email, joined.email])
  expect(await worked(taken)).toBe(joined.memberId)
  expect(await worked(own)).toBe(keep.memberId)
})

test('a sign-up with the taken address leads to the kept member while they have it', async () => {
  await move(joined.email)
  const taken = await signUp({ email: joined.email })
  await separate()
  expect(await addresses()).toEqual([joined.email, ''])
  expect(await worked(taken)).toBe(keep.memberId)
  expect((await press(await ticketTo(keep.email, 'memberEmailChanged'))).status).toBe(200)
  expect(await worked(taken)).toBe(joined.memberId)
})

test('a sign-up that met a third member with the address stays with that member', async () => {
  await move(joined.email)
  await move(`is.${newId()}@example.com`, joined.email)
  await later(8 * dayMs, async () => {
    const third = await signUp({ email: joined.email })
    const repeated = await signUp({ email: joined.email })
    const next = `is.${newId()}@example.com`
    await correct(third, next)
    expect((await press(await ticketTo(next, 'memberEmail'))).status).toBe(200)
    await later(8 * dayMs, async () => {
      await separate()
      expect((await addresses())[1]).toBe(joined.email)
      expect(await worked(repeated)).toBe(third.memberId)
    })
  })
})

test('undoes two changes, of which the first took the address', async () => {
  await move(joined.email)
  const first = await ticketTo(keep.email, 'memberEmailChanged')
  await move(`is.${newId()}@example.com`, joined.email)
  expect((await press(first)).status).toBe(200)
  expect(await addresses()).toEqual([keep.email, joined.email])
})

test('leaves the address to the kept member at a separation, and gives it back at an undo', async () => {
  await move(joined.email)
  await separate()
  expect(await addresses()).toEqual([joined.email, ''])
  expect(await met(joined.email)).toBe(keep.memberId)
  expect((await press(await ticketTo(keep.email, 'memberEmailChanged'))).status).toBe(200)
  expect(await addresses()).toEqual([keep.email, joined.email])
})

test('an owner gives the separated member another address at once', async () => {
  await move(joined.email)
  await separate()
  const email = `is.${newId()}@example.com`
  expect(await correct(joined, email, '')).toMatchObject({ status: 'applied' })
  expect(await addresses()).toEqual([joined.email, email])
  // It stays theirs when the kept member's former mailbox undoes the change.
  await press(await ticketTo(keep.email, 'memberEmailChanged'))
  expect(await addresses()).toEqual([keep.email, email])
})

test('a separation gives the address back once the kept member has another one', async () => {
  await move(joined.email)
  const next = `is.${newId()}@example.com`
  await move(next, joined.email)
  expect(await addresses()).toEqual([next, ''])
  await later(8 * dayMs, async () => {
    await separate()
    expect(await addresses()).toEqual([next, joined.email])
    expect(await met(joined.email)).toBe(joined.memberId)
  })
})

test('a separation keeps an address from the joined member while the kept one may restore it', async () => {
  await move(joined.email)
  const next = `is.${newId()}@example.com`
  await move(next, joined.email)
  await separate()
  expect(await addresses()).toEqual([next, ''])
  expect((await press(await ticketTo(joined.email, 'memberEmailChanged'))).status).toBe(200)
  expect(await addresses()).toEqual([joined.email, ''])
})

test('a link that is pressed after a separation is refused', async () => {
  expect(await correct(keep, joined.email)).toMatchObject({ status: 'applied' })
  await separate()
  const pressed = await press(await ticketTo(joined.email, 'memberEmail'))
  expect(pressed).toMatchObject({ body: { code: 'address_of_other' } })
  expect(await addresses()).toEqual([keep.email, joined.email])
})

test('no consent for emails comes with the address, or goes back with it', async () => {
  await move(joined.email)
  await press(await ticketTo(keep.email, 'memberEmailChanged'))
  const rows = await running.sql`select marketing_email as yes from customer
    where id in (${keep.memberId}, ${joined.memberId})`
  expect(rows).toEqual([{ yes: false }, { yes: false }])
})

test('an erasure of both leaves no trace of either address', async () => {
  await move(joined.email)
  await later(8 * dayMs, async () => {
    const planned = await owner.browser.call('business.eraseMember', {
      params: { businessId: shop.businessId, memberId: keep.memberId },
      body: { reason: 'Asked at the counter' },
    })
    expect(planned.status).toBe(200)
    await later(1.1 * dayMs, async () => {
      await eraseDueMembers(running.server)
    })
  })
  expect(await traces(running, [keep.email, joined.email])).toEqual([])
})
