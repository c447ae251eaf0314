/**
 * Rows without an email: members by phone number, if the business allows them.
 *
 * @module-tag deep
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportCells } from '#schema/contract/member-import.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import {
  bringOver,
  cellsOf,
  check,
  ledgerOf,
  members,
  move,
  of,
  openShopOn,
  rowsOf,
  undo,
  work,
} from './import-world.ts'

const running = serverOfFile()
openShopOn(running)
let numbers = 0

beforeEach(() => allow(true))
afterEach(async () => {
  expect(await ledgerOf(of)).toEqual([])
})

const allow = (allowed: boolean) =>
  running.sql`update business set sign_up_without_email = ${allowed}
    where id = ${of.businessId}`
function byPhone(changes: ImportCells = {}): ImportCells {
  numbers += 1
  const { email: _, ...cells } = cellsOf()
  return { ...cells, phone: `+1 555 010 ${1000 + numbers}`, ...changes }
}
const alive = async () => (await members(of)).filter(({ erased_at }) => !erased_at)
const balances = async () => (await alive()).map(({ points }) => points).sort()

test('gives once to one number in several spellings', async () => {
  const spelled = (phone: string) => byPhone({ phone })
  const first = await bringOver(of, [spelled('(206) 555-1234')])
  const again = await bringOver(of, [spelled('+1 206 555 1234'), spelled('206.555.1234')])
  expect([first.counts.points, again.counts.points, again.counts.new]).toEqual([120, 0, 0])
  expect(await balances()).toEqual([120])
})

test('brings them over by number, gives points once, and undoes it', async () => {
  const cells = byPhone({ emailConsent: 'yes', smsConsent: 'yes' })
  const run = await bringOver(of, [cells])
  expect(await alive()).toMatchObject([
    { email: '', phone: cells.phone, points: 120, marketing_email: false, marketing_sms: true },
  ])
  const digits = cells.phone?.replace(/\D/g, '-')
  await bringOver(of, [{ ...cells, phone: digits, points: '150' }, byPhone()])
  expect(await balances()).toEqual([120, 150])
  await undo(of, run.id)
  expect(await balances()).toEqual([120, 30])
})

test('goes on under the number when a later file has ids, which then count alone', async () => {
  const cells = byPhone()
  await bringOver(of, [cells])
  await bringOver(of, [{ ...cells, foreignId: 'A1', points: '130' }])
  expect(await balances()).toEqual([130])
  // A household's number: each record with an id is a person.
  const shared = byPhone({ foreignId: 'B1' })
  await bringOver(of, [shared, { ...shared, firstName: 'Ida', foreignId: 'B2' }])
  expect(await balances()).toEqual([120, 120, 130])
})

test('an import gives no member the points of another person with the same number', async () => {
  const ann = byPhone({ firstName: 'Ann', points: '100' })
  const bob = { ...ann, firstName: 'Bob', foreignId: 'B', points: '300' }
  await bringOver(of, [ann])
  const second = await bringOver(of, [bob, { ...ann, foreignId: 'A', points: '110' }])
  expect((await rowsOf(of, second.id)).map(({ reason }) => reason)).toEqual([
    'record_of_other',
    null,
  ])
  const cal = byPhone({ firstName: 'Cal', points: '400' })
  const third = await bringOver(of, [cal, { ...cal, firstName: 'Dee', foreignId: 'D' }])
  expect((await rowsOf(of, third.id)).map(({ reason }) => reason)).toEqual([
    null,
    'record_of_other',
  ])
  expect(await balances()).toEqual([110, 400])
})

test('meets no member of two, also if a third is joined into one of them', async () => {
  const owner = new TestDevice(of.browser)
  const cells = byPhone()
  const signUp = () => signUpPayload({ email: '', phone: cells.phone ?? '' })
  const [keep, joined, other] = [signUp(), signUp(), signUp()]
  await owner.push(
    ...[keep, joined].map((each) => owner.make('customer.signUp', each)),
    owner.make('customer.join', { keepId: keep.memberId, joinId: joined.memberId }),
    owner.make('customer.signUp', other),
  )
  expect((await check(of, [cells])).counts).toMatchObject({ new: 1, known: 0 })
})

test('meets no member whose address the kept one took', async () => {
  const owner = new TestDevice(of.browser)
  const cells = byPhone()
  const keep = signUpPayload({ email: '', phone: '+1 206 555 0199' })
  const joined = signUpPayload({ phone: cells.phone ?? '' })
  const { memberId: keepId } = keep
  const changes = { email: joined.email }
  await owner.push(
    owner.make('customer.signUp', keep),
    owner.make('customer.signUp', joined),
    owner.make('customer.join', { keepId, joinId: joined.memberId }),
    owner.make('customer.change', { memberId: keepId, changes, seen: { email: '' } }),
  )
  const taken = (await members(of)).find(({ email }) => email === joined.email)
  expect(taken?.id).toBe(keepId)
  expect((await check(of, [cells])).counts).toMatchObject({ new: 1, known: 0 })
})

test('meets the one member without an email who has the number, and never one of two', async () => {
  const owner = new TestDevice(of.browser)
  const cells = byPhone()
  const signUp = () =>
    owner.push(
      owner.make('customer.signUp', signUpPayload({ email: '', phone: cells.phone ?? '' })),
    )
  await signUp()
  expect((await check(of, [cells])).counts).toMatchObject({ new: 0, known: 1 })
  await signUp()
  const { imports } = (
    await of.browser.call('business.imports', { params: { businessId: of.businessId } })
  ).body
  await move(of, 'run', imports[0]?.id ?? '')
  await work(of)
  expect(await balances()).toEqual([0, 100, 120])
})

test('refuses members without an email while the business does not allow them, also after the plan', async () => {
  await allow(false)
  const refused = await check(of, [byPhone()])
  expect(await rowsOf(of, refused.id)).toMatchObject([{ reason: 'email_missing' }])
  await move(of, 'abandon', refused.id)
  await allow(true)
  const run = await check(of, [byPhone(), byPhone({ phone: '' })])
  expect(await rowsOf(of, run.id)).toMatchObject([
    { plan: 'new', reason: null },
    { plan: 'refused', reason: 'contact_missing' },
  ])
  await allow(false)
  await move(of, 'run', run.id)
  await work(of)
  expect(await rowsOf(of, run.id)).toMatchObject([
    { outcome: 'left', reason: 'email_missing' },
    { outcome: 'left' },
  ])
  expect(await alive()).toEqual([])
})

test('an erasure empties the rows that name the member by number', async () => {
  const cells = byPhone()
  await bringOver(of, [cells])
  const [member] = await alive()
  const open = await check(of, [{ ...cells, points: '500' }, byPhone()])
  const { businessId } = of
  await of.browser.call('business.eraseMember', {
    params: { businessId, memberId: member?.id ?? '' },
    body: { reason: 'Asked' },
  })
  const dayMs = 86_400_000
  running.turnClock(dayMs + 60_000)
  await eraseDueMembers(running.server).finally(() => running.turnClock(-dayMs - 60_000))
  const left = await running.sql`select 1 from import_row where business_id = ${businessId}
    and (content ->> 'phone' = ${cells.phone ?? ''} or email_key like ${`%${cells.phone?.replace(/\D/g, '')}`})`
  expect(left).toEqual([])
  expect(await rowsOf(of, open.id)).toMatchObject([
    { outcome: 'left', reason: 'member_erased' },
    { outcome: 'waiting' },
  ])
})
