/**
 * A later export of the former program beside what was brought over, while both run in parallel.
 *
 * @module-tag deep
 */
import { expect, test } from 'vitest'
import { importLimits } from '#schema/contract/import-limits.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { keepUpNow } from '#tests/support/upkeep.ts'
import {
  bringOver,
  cellsOf,
  check,
  ledgerOf,
  memberBy,
  move,
  newRun,
  of,
  openShopOn,
  read,
  rowsOf,
  signInAgain,
  start,
  work,
} from './import-world.ts'

const running = serverOfFile()
openShopOn(running)
const compares = { compares: true }

test('compares each row with what was given and with the balance here, largest first', async () => {
  const [same, more, less, other] = [cellsOf(), cellsOf(), cellsOf(), cellsOf({ points: '9' })]
  await bringOver(of, [same, more, less])
  const owner = new TestDevice(of.browser)
  const member = await memberBy(of, more.email)
  const sale = { purchaseId: newId(), memberId: member?.id ?? '', amount: '30.00' }
  await owner.push(owner.make('purchase.record', sale))

  const later = [
    same,
    { ...more, points: '150' },
    { ...less, points: '20' },
    other,
    cellsOf({ points: 'many' }),
  ]
  const run = await check(of, later, compares)
  expect(run).toMatchObject({ state: 'compared', counts: { differing: 3, new: 1, refused: 1 } })
  const rows = await rowsOf(of, run.id)
  expect(rows.map(({ row, compared }) => [row, compared])).toEqual([
    [3, { file: 20, given: 120, balance: 120, difference: -100 }],
    [2, { file: 150, given: 120, balance: 150, difference: 30 }],
    [4, { file: 9, given: 0, balance: null, difference: 9 }],
    [1, { file: 120, given: 120, balance: 120, difference: 0 }],
    [5, undefined],
  ])
  expect((await memberBy(of, more.email))?.points).toBe(150)
  expect(await memberBy(of, other.email)).toBeUndefined()
})

test('pages differences without missing or repeating a row', async () => {
  const cells = Array.from({ length: serverLimits.importRowsShown * 2 + 5 }, (_, at) =>
    cellsOf({ points: String(at % 7) }),
  )
  await bringOver(of, [cellsOf()])
  const run = await check(of, cells, compares)
  const rows = await rowsOf(of, run.id)
  expect(new Set(rows.map(({ row }) => row)).size).toBe(cells.length)
  const differences = rows.map(({ compared }) => compared?.difference ?? 0)
  expect(differences).toEqual(differences.toSorted((one, other) => other - one))
})

test('can’t be run, until it is brought over, which gives what is new', async () => {
  const cells = cellsOf()
  await bringOver(of, [cells])
  const run = await check(of, [{ ...cells, points: '200' }], compares)
  expect((await move(of, 'run', run.id)).body).toMatchObject({ code: 'import_moved_on' })
  const open = await check(of, [cellsOf()])
  expect((await move(of, 'bringOver', run.id)).body).toMatchObject({ code: 'import_under_way' })
  await move(of, 'abandon', open.id)
  for (let again = 0; again < 2; again += 1) {
    expect((await move(of, 'bringOver', run.id)).body).toMatchObject({ state: 'checked' })
  }
  await move(of, 'run', run.id)
  await work(of)
  expect((await read(of, run.id)).counts).toMatchObject({ written: 1, points: 80 })
  expect((await memberBy(of, cells.email))?.points).toBe(200)
  expect(await ledgerOf(of)).toEqual([])
})

test('is possible for 14 days after an import of the same program', async () => {
  const compare = (changes = {}) => start(of, newRun(1, { ...compares, ...changes }))
  expect((await compare()).body).toMatchObject({ code: 'comparison_over' })
  const run = await bringOver(of, [cellsOf()])
  expect(run.compareUntil).not.toBeNull()
  expect((await compare({ source: 'square' })).body).toMatchObject({ code: 'comparison_over' })
  running.turnClock(importLimits.compareDays * dayMs)
  try {
    await signInAgain()
    expect((await compare()).body).toMatchObject({ code: 'comparison_over' })
    expect((await read(of, run.id)).compareUntil).toBeNull()
  } finally {
    running.turnClock(-importLimits.compareDays * dayMs)
  }
})

test('is discarded by its owner, and by itself after seven days', async () => {
  await bringOver(of, [cellsOf()])
  const [one, other] = [
    await check(of, [cellsOf()], compares),
    await check(of, [cellsOf()], compares),
  ]
  expect((await move(of, 'abandon', one.id)).body).toMatchObject({ state: 'abandoned' })
  running.turnClock(8 * dayMs)
  await keepUpNow(running).finally(() => running.turnClock(-8 * dayMs))
  expect((await read(of, other.id)).state).toBe('abandoned')
  const left = await running.sql`select 1 from import_row where run_id in (${one.id}, ${other.id})`
  expect(left).toEqual([])
})
