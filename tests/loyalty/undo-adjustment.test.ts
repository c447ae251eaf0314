/**
 * `points.adjust` with `undoes`: owners undo a correction once, on whichever device, and never one
 * that did not happen.
 */
import { beforeAll, expect, test } from 'vitest'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = await deviceOf(shop.ownerEmail)
})

async function deviceOf(email: string): Promise<TestDevice> {
  return new TestDevice(await new TestBrowser(running.url).signIn(email))
}

/** A member with 100 points. */
async function signUp() {
  const payload = signUpPayload()
  await owner.push(owner.make('customer.signUp', payload))
  return payload
}

const balanceOf = async (memberId: string) => {
  const [row] = await running.sql`select c.points, (select sum(points)::int from points_entry
      where business_id = c.business_id and member_id = c.id) as sum
    from customer c where c.id = ${memberId}`
  return row
}
const adjust = (of: TestDevice, memberId: string, points: number, more = {}) =>
  of.make('points.adjust', { memberId, points, reason: 'Late stamp', ...more })

test('an undo counts once, on two devices and after a lost answer', async () => {
  const { memberId } = await signUp()
  const other = await deviceOf(shop.ownerEmail)
  const first = adjust(owner, memberId, 50)
  await owner.push(first)
  const undoes = first.operationId
  const undo = adjust(owner, memberId, -50, { undoes })
  const answer = await owner.push(undo)
  expect(answer.body.verdicts).toMatchObject([{ status: 'applied' }])
  expect((await owner.push(undo)).body.verdicts).toEqual(answer.body.verdicts)
  const late = await other.push(adjust(other, memberId, -50, { undoes }))
  expect(late.body.verdicts).toMatchObject([{ status: 'refused', code: 'correction_undone' }])
  expect(await balanceOf(memberId)).toEqual({ points: 100, sum: 100 })
})

test('an undo can be undone too, in the same batch', async () => {
  const { memberId } = await signUp()
  const first = adjust(owner, memberId, 50)
  const undo = adjust(owner, memberId, -50, { undoes: first.operationId })
  const again = adjust(owner, memberId, 50, { undoes: undo.operationId })
  const { body } = await owner.push(first, undo, again)
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  expect(await balanceOf(memberId)).toEqual({ points: 150, sum: 150 })
})

test('an undo ends with an adjustment that was refused', async () => {
  const { memberId } = await signUp()
  const first = adjust(owner, memberId, -150)
  const undo = adjust(owner, memberId, 150, { undoes: first.operationId })
  const { body } = await owner.push(first, undo)
  expect(body.verdicts).toMatchObject([
    { status: 'refused', code: 'points_short' },
    { status: 'refused', code: 'depends_on_refused' },
  ])
  expect(await balanceOf(memberId)).toEqual({ points: 100, sum: 100 })
})

test('an undo waits for an adjustment that has not arrived', async () => {
  const { memberId } = await signUp()
  const other = await deviceOf(shop.ownerEmail)
  const first = adjust(owner, memberId, 50)
  const undo = adjust(other, memberId, -50, { undoes: first.operationId })
  const early = await other.push(undo)
  expect(early.body.verdicts).toMatchObject([{ status: 'parked', code: 'work_not_arrived' }])
  await owner.push(first)
  expect(await balanceOf(memberId)).toEqual({ points: 100, sum: 100 })
})

test('an undo names an adjustment of the same member and business', async () => {
  const [one, another] = [await signUp(), await signUp()]
  const [welcome] = await running.sql`select id from points_entry
    where business_id = ${shop.businessId} and member_id = ${one.memberId}`
  const first = adjust(owner, one.memberId, 50)
  await owner.push(first)
  const { body } = await owner.push(
    adjust(owner, another.memberId, -50, { undoes: first.operationId }),
    adjust(owner, one.memberId, -100, { undoes: welcome?.id }),
  )
  const refused = { status: 'refused', code: 'correction_undone' }
  expect(body.verdicts).toMatchObject([refused, refused])
  const elsewhere = await createTestBusiness(running)
  const neighbor = await deviceOf(elsewhere.ownerEmail)
  const joined = signUpPayload()
  await neighbor.push(neighbor.make('customer.signUp', joined))
  const foreign = await neighbor.push(
    adjust(neighbor, joined.memberId, -50, { undoes: first.operationId }),
  )
  expect(foreign.body.verdicts).toMatchObject([{ status: 'parked', code: 'work_not_arrived' }])
  expect(await balanceOf(one.memberId)).toEqual({ points: 150, sum: 150 })
})

test('an undo is for the member who has the correction, joined or not', async () => {
  const [kept, joined] = [await signUp(), await signUp()]
  const pair = { keepId: kept.memberId, joinId: joined.memberId }
  const one = adjust(owner, joined.memberId, 50)
  const two = adjust(owner, joined.memberId, 30)
  const judge = async (of: PushedOperation) => {
    const { body } = await owner.push(of)
    return body.verdicts[0]?.code ?? body.verdicts[0]?.status
  }
  await owner.push(one, two, owner.make('customer.join', pair))
  expect(await judge(adjust(owner, kept.memberId, -50, { undoes: one.operationId }))).toBe(
    'applied',
  )
  await owner.push(owner.make('customer.separate', { ...pair, spentSeen: 0 }))
  const late = adjust(owner, kept.memberId, -30, { undoes: two.operationId })
  const params = { businessId: shop.businessId, memberId: joined.memberId }
  await owner.browser.call('business.eraseMember', { params, body: { reason: 'Asked' } })
  running.turnClock(25 * hourMs)
  await eraseDueMembers(running.server).finally(() => running.turnClock(-25 * hourMs))
  expect(await judge(late)).toBe('correction_undone')
})

test('of six undos at one time, one counts', async () => {
  const { memberId } = await signUp()
  const first = adjust(owner, memberId, 50)
  await owner.push(first)
  const devices = await Promise.all(Array.from({ length: 6 }, () => deviceOf(shop.ownerEmail)))
  const answers = await Promise.all(
    devices.map((each) => each.push(adjust(each, memberId, -50, { undoes: first.operationId }))),
  )
  const ends = answers.map(({ body }) => body.verdicts[0]?.code ?? body.verdicts[0]?.status)
  expect(ends.toSorted()).toEqual(['applied', ...Array(5).fill('correction_undone')])
  expect(await balanceOf(memberId)).toEqual({ points: 100, sum: 100 })
})

test('an undo takes back what its correction gave, and no correction takes another’s id', async () => {
  const { memberId } = await signUp()
  const adjustmentId = newId()
  const first = adjust(owner, memberId, 50, { adjustmentId })
  const { body } = await owner.push(
    first,
    adjust(owner, memberId, 500, { undoes: adjustmentId }),
    adjust(owner, memberId, 500, { adjustmentId }),
    adjust(owner, memberId, -50, { undoes: adjustmentId }),
  )
  expect(body.verdicts.map(({ status, code }) => code ?? status)).toEqual([
    'applied',
    'correction_undone',
    'id_taken',
    'applied',
  ])
  expect(await balanceOf(memberId)).toEqual({ points: 100, sum: 100 })
})
