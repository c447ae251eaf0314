/**
 * Pairs of members who may be one person: what finds them, and what is decided about them.
 *
 * @module-tag deep
 */
import { beforeEach, expect, test } from 'vitest'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

type SignUp = OperationPayload<'customer.signUp'>

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let staff: TestDevice

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
})

async function signUp(changes: Partial<SignUp> = {}): Promise<SignUp> {
  const member = signUpPayload(changes)
  const { body } = await owner.push(owner.make('customer.signUp', member))
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  return member
}

function listPairs(query: { limit?: string; cursor?: string } = {}, device = owner) {
  return device.browser.call('business.memberPairs', {
    params: { businessId: shop.businessId },
    query,
  })
}
async function found() {
  const { body } = await listPairs()
  return body.map(({ newer, older, reasons }) => [newer.id, older.id, reasons])
}
const inOrder = (one: SignUp, other: SignUp) => {
  const [oneId = '', otherId = ''] = [one.memberId, other.memberId].sort()
  return { oneId, otherId }
}

test('finds members by number, mailbox, and name with the last four digits, newest first', async () => {
  const ada = await signUp({ firstName: 'Ada', lastName: 'King', phone: '(415) 555-2671' })
  const bea = await signUp({ firstName: 'Bea', lastName: 'Long', email: 'bea@example.com' })
  const cleo = await signUp({ firstName: 'Cleo', lastName: 'Marsh', phone: '415 555 0042' })
  await signUp({ firstName: 'Dot', lastName: 'Noor', phone: '415 555 0043' })
  const adah = await signUp({ firstName: 'Adah', lastName: 'Kang', phone: '+1 415-555-2671' })
  const beas = await signUp({ firstName: 'Bea', lastName: 'Long', email: 'bea+2@example.com' })
  // Another number with the same ending.
  const cleos = await signUp({ firstName: 'Cléo', lastName: 'marsh', phone: '+1 212 555 0042' })
  expect(await found()).toEqual([
    [cleos.memberId, cleo.memberId, ['name']],
    [beas.memberId, bea.memberId, ['email']],
    [adah.memberId, ada.memberId, ['phone']],
  ])
})

test('finds nothing by a value that many members share', async () => {
  for (let count = 0; count <= serverLimits.joinedMembers; count += 1) {
    await signUp({ phone: '(415) 555-2671', lastName: `No${count}` })
  }
  expect(await found()).toEqual([])
})

test('remembers that two members are two people, also against a proposal', async () => {
  const [one, other] = [await signUp(), await signUp()]
  expect(await found()).toEqual([])
  const propose = () => staff.push(staff.make('pair.propose', inOrder(one, other)))
  await propose()
  expect(await found()).toEqual([[other.memberId, one.memberId, ['proposed']]])
  await staff.push(staff.make('pair.separate', inOrder(one, other)))
  expect(await found()).toEqual([])
  await propose()
  expect(await found()).toEqual([])
})

test('leaves out joined and erased members, and a pair that was separated again', async () => {
  const phone = '(415) 555-2671'
  const [one, other] = [await signUp({ phone }), await signUp({ phone })]
  expect(await found()).toHaveLength(1)
  const pair = { keepId: one.memberId, joinId: other.memberId }
  await owner.push(owner.make('customer.join', pair))
  expect(await found()).toEqual([])
  await owner.push(owner.make('customer.separate', { ...pair, spentSeen: 0 }))
  expect(await found()).toEqual([])
})

test('pages through pairs without skipping one', async () => {
  const phone = '(415) 555-2671'
  for (let count = 0; count < 4; count += 1) await signUp({ phone })
  const all = (await listPairs()).body.map(({ id }) => id)
  expect(all).toHaveLength(6)
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await listPairs({ limit: '2', ...(cursor && { cursor }) })
    paged.push(...page.body.map(({ id }) => id))
    cursor = /[?&]cursor=([^&>]+)/.exec(page.headers.get('Link') ?? '')?.[1]
    cursor = cursor && decodeURIComponent(cursor)
  } while (cursor)
  expect(paged).toEqual(all)
})

test('shows pairs to owners of the business alone', async () => {
  await signUp({ phone: '(415) 555-2671' })
  await signUp({ phone: '(415) 555-2671' })
  expect(await listPairs({}, staff)).toMatchObject({ status: 403 })
  const elsewhere = await createTestBusiness(running)
  const stranger = new TestDevice(await new TestBrowser(running.url).signIn(elsewhere.ownerEmail))
  expect(await listPairs({}, stranger)).toMatchObject({ status: 404 })
  const own = await stranger.browser.call('business.memberPairs', {
    params: { businessId: elsewhere.businessId },
    query: {},
  })
  expect(own.body).toEqual([])
})
