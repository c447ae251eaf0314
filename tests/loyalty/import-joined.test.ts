/**
 * Imports of members who are joined with another one or separated again: each undo takes the points
 * from their holder, and each record goes on with its own member.
 *
 * @module-tag deep
 */
import { beforeEach, expect, test } from 'vitest'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import {
  bringOver,
  cellsOf,
  ledgerOf,
  memberBy,
  members,
  of,
  openShopOn,
  owner,
  undo,
} from './import-world.ts'

const running = serverOfFile()
openShopOn(running)
/** A member who signed up here. */
let keep: { id: string; email: string }

beforeEach(async () => {
  keep = await signUp()
})

async function push<Name extends Parameters<TestDevice['make']>[0]>(
  name: Name,
  payload: OperationPayload<Name>,
) {
  return (await owner.push(owner.make(name, payload))).body.verdicts[0]
}

/** Starts with the 100 points of the welcome. */
async function signUp() {
  const member = signUpPayload()
  await push('customer.signUp', member)
  return { id: member.memberId, email: member.email }
}

/** A member whom an import creates. */
async function moveIn(changes: Parameters<typeof cellsOf>[0] = {}) {
  const cells = cellsOf({ points: '100', ...changes })
  const run = await bringOver(of, [cells])
  const id = (await memberBy(of, cells.email))?.id ?? ''
  return { id, email: cells.email ?? '', cells, runId: run.id }
}

const join = (joinId: string) => push('customer.join', { keepId: keep.id, joinId })
const separate = (joinId: string, spentSeen = 0) =>
  push('customer.separate', { keepId: keep.id, joinId, spentSeen })

async function previewUndo(importId: string) {
  const params = { businessId: of.businessId, importId }
  return (await owner.browser.call('business.previewImportUndo', { params })).body
}

/** @returns the balances of the kept member and of another one */
async function balances(otherId: string) {
  const all = new Map((await members(of)).map(({ id, points }) => [id, points]))
  return [all.get(keep.id), all.get(otherId)]
}

/** An owner's request, and the job a day later. */
async function erase(memberId: string) {
  const planned = await owner.browser.call('business.eraseMember', {
    params: { businessId: of.businessId, memberId },
    body: { reason: 'Asked at the counter' },
  })
  expect(planned.status).toBe(200)
  const laterMs = 1.1 * 86_400_000
  running.turnClock(laterMs)
  try {
    await eraseDueMembers(running.server)
  } finally {
    running.turnClock(-laterMs)
  }
}

/** The points that imports gave for each record, and those of its entries. */
const givenSoFar = () =>
  running.sql`select s.points as given, (select coalesce(sum(e.points), 0)::int
      from import_row r join points_entry e on e.business_id = r.business_id
        and e.id in (r.entry_id, r.undo_entry_id)
      where r.business_id = s.business_id and r.source_key = s.source_key) as entries
    from import_source s where s.business_id = ${of.businessId}`

test('a separation does not restore points that the undo of an import took in between', async () => {
  const moved = await moveIn()
  const device = new TestDevice(owner.browser)
  await join(moved.id)
  await device.pull()
  await undo(of, moved.runId)
  expect(await balances(moved.id)).toEqual([100, 0])
  // Devices show the debt of a separation before they ask for it.
  const pulled = (await device.pull()).flatMap(({ rows }) => rows.memberJoin ?? [])
  expect(pulled).toMatchObject([{ id: moved.id, points: 0 }])
  expect(await separate(moved.id)).toMatchObject({ status: 'applied', result: { points: 0 } })
  expect(await balances(moved.id)).toEqual([100, 0])
  expect(await ledgerOf(of)).toEqual([])
  // Imports have given nothing for the record by now.
  await bringOver(of, [moved.cells])
  expect(await balances(moved.id)).toEqual([100, 100])
  expect(await ledgerOf(of)).toEqual([])
})

test('a separation after an undo leaves each member what they had besides the import', async () => {
  const moved = await moveIn()
  const adjust = { memberId: moved.id, points: 30, reason: 'Sorry' }
  await push('points.adjust', adjust)
  await join(moved.id)
  // Spends 190 of both members' 230 points, so that the undo finds 40.
  await push('points.adjust', { memberId: keep.id, points: -190, reason: 'Spent' })
  await undo(of, moved.runId)
  expect(await balances(moved.id)).toEqual([0, 0])
  expect(await separate(moved.id)).toMatchObject({ code: 'spent_more' })
  expect(await separate(moved.id, 90)).toMatchObject({ status: 'applied' })
  expect(await balances(moved.id)).toEqual([-90, 90])
  expect(await ledgerOf(of)).toEqual([])
})

test('an undo takes at most what the joined member had, as it would without the join', async () => {
  const moved = await moveIn()
  await push('points.adjust', { memberId: moved.id, points: -70, reason: 'Spent' })
  await join(moved.id)
  expect(await previewUndo(moved.runId)).toMatchObject({ pointsTakenBack: 30, pointsSpent: 70 })
  await undo(of, moved.runId)
  expect(await balances(moved.id)).toEqual([100, 0])
  expect(await separate(moved.id)).toMatchObject({ status: 'applied' })
  expect(await balances(moved.id)).toEqual([100, 0])
  expect(await ledgerOf(of)).toEqual([])
})

test('an undo of lowered points gives them back to the joined member', async () => {
  const moved = await moveIn()
  const run = await bringOver(of, [{ ...moved.cells, points: '60' }], { alsoLower: true })
  expect(await balances(moved.id)).toEqual([100, 60])
  await join(moved.id)
  await undo(of, run.id)
  expect(await balances(moved.id)).toEqual([200, 0])
  expect(await separate(moved.id)).toMatchObject({ status: 'applied' })
  expect(await balances(moved.id)).toEqual([100, 100])
  expect(await ledgerOf(of)).toEqual([])
})

test('a later file gives its points to the separated member', async () => {
  const other = await signUp()
  await join(other.id)
  const first = await bringOver(of, [cellsOf({ email: other.email, points: '100' })])
  expect(await balances(other.id)).toEqual([300, 0])
  await separate(other.id)
  // Points that came while they were joined stay with the kept member, as everything earned.
  expect(await balances(other.id)).toEqual([200, 100])
  const second = await bringOver(of, [cellsOf({ email: other.email, points: '150' })])
  expect(await balances(other.id)).toEqual([200, 150])
  expect(await givenSoFar()).toEqual([{ given: 150, entries: 150 }])
  await undo(of, first.id)
  expect(await balances(other.id)).toEqual([100, 150])
  await undo(of, second.id)
  expect(await balances(other.id)).toEqual([100, 100])
  expect(await givenSoFar()).toEqual([{ given: 0, entries: 0 }])
  expect(await ledgerOf(of)).toEqual([])
})

test('a record with an id goes on with the separated member', async () => {
  const other = await signUp()
  await join(other.id)
  const { first_name: firstName = '', last_name: lastName = '' } =
    (await memberBy(of, other.email)) ?? {}
  const record = { firstName, lastName, foreignId: `F-${newId()}` }
  await bringOver(of, [cellsOf({ ...record, email: other.email, points: '100' })])
  await separate(other.id)
  await bringOver(of, [cellsOf({ ...record, points: '150' })])
  expect(await balances(other.id)).toEqual([200, 150])
  expect(await ledgerOf(of)).toEqual([])
})

test('the erasure of the kept member leaves the record of the separated one', async () => {
  const other = await signUp()
  await join(other.id)
  await bringOver(of, [cellsOf({ email: other.email, points: '100' })])
  await separate(other.id)
  await erase(keep.id)
  expect(await ledgerOf(of)).toEqual([])
  await bringOver(of, [cellsOf({ email: other.email, points: '150' })])
  expect((await memberBy(of, other.email))?.points).toBe(150)
  expect(await ledgerOf(of)).toEqual([])
})

test('an undo keeps a new member who was joined into another one and separated', async () => {
  const moved = await moveIn({ points: '0' })
  await join(moved.id)
  const later = { ...moved.cells, points: '50' }
  const second = await bringOver(of, [later])
  await separate(moved.id)
  expect(await previewUndo(moved.runId)).toMatchObject({ erased: 0, kept: 1 })
  await undo(of, moved.runId)
  expect((await memberBy(of, moved.email))?.erased_at).toBe(null)
  // The record's points count once.
  await bringOver(of, [later])
  expect(await balances(moved.id)).toEqual([150, 0])
  await undo(of, second.id)
  expect(await balances(moved.id)).toEqual([100, 0])
  expect(await ledgerOf(of)).toEqual([])
})

test('an undo keeps a new member into whom another one was joined and separated', async () => {
  const moved = await moveIn({ points: '0' })
  const other = await moveIn({ points: '0' })
  const pair = { keepId: moved.id, joinId: other.id }
  expect(await push('customer.join', pair)).toMatchObject({ status: 'applied' })
  await push('customer.separate', { ...pair, spentSeen: 0 })
  await undo(of, moved.runId)
  expect((await memberBy(of, moved.email))?.erased_at).toBe(null)
})

test('an undo keeps a new member whom a parked join names', async () => {
  const moved = await moveIn()
  const pair = { keepId: moved.id, joinId: newId() }
  expect(await push('customer.join', pair)).toMatchObject({ status: 'parked' })
  expect(await previewUndo(moved.runId)).toMatchObject({ erased: 0, kept: 1 })
  await undo(of, moved.runId)
  expect((await memberBy(of, moved.email))?.erased_at).toBe(null)
})

test('the dialog counts the points of joined members as the undo takes them', async () => {
  const [one, two] = [cellsOf({ points: '100' }), cellsOf({ points: '100' })]
  const own = cellsOf({ email: keep.email, points: '100' })
  const run = await bringOver(of, [own, one, two])
  for (const { email } of [one, two]) await join((await memberBy(of, email))?.id ?? '')
  await push('points.adjust', { memberId: keep.id, points: -250, reason: 'Spent' })
  expect(await previewUndo(run.id)).toMatchObject({ pointsTakenBack: 150, pointsSpent: 150 })
  await undo(of, run.id)
  expect((await memberBy(of, keep.email))?.points).toBe(0)
  expect(await ledgerOf(of)).toEqual([])
})
