/**
 * Erasing members whom the rows of an import name: nothing of them stays, and none comes back.
 *
 * @module-tag deep
 */
import { expect, test } from 'vitest'
import { dayMs } from '#schema/contract/time-spans.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { traces } from '#tests/support/traces.ts'
import { keepUpNow } from '#tests/support/upkeep.ts'
import {
  bringOver,
  cellsOf,
  check,
  ledgerOf,
  memberBy,
  move,
  of,
  openShopOn,
  owner,
  rowsOf,
  shop,
  signInAgain,
  undo,
  work,
} from './import-world.ts'

const running = serverOfFile()
openShopOn(running)

async function signUp() {
  const member = signUpPayload({ email: `was.${newId()}@example.com` })
  await owner.push(owner.make('customer.signUp', member))
  return member
}

/** An owner's request, this many days from now, and the job a day later. */
async function erase(memberId: string, days: number): Promise<void> {
  running.turnClock(days * dayMs)
  await signInAgain()
  const planned = await owner.browser.call('business.eraseMember', {
    params: { businessId: shop.businessId, memberId },
    body: { reason: 'Asked at the counter' },
  })
  expect(planned.status).toBe(200)
  running.turnClock(1.1 * dayMs)
  await eraseDueMembers(running.server)
  running.turnClock(-(days + 1.1) * dayMs)
  await signInAgain()
}

async function moveEmail({ memberId, email }: { memberId: string; email: string }) {
  const next = `is.${newId()}@example.com`
  const change = { memberId, changes: { email: next }, seen: { email } }
  await owner.push(owner.make('customer.change', change))
  const [mail] = await readMails(running, next)
  const ticket = new URL(mail ? linkIn(mail) : '').hash.slice(1)
  const pressed = await new TestBrowser(running.url).call('mail.pressMemberEmail', {
    body: { ticket },
  })
  expect(pressed.status).toBe(200)
}

test('a waiting row with a former address of an erased member is emptied and not written', async () => {
  const email = `was.${newId()}@example.com`
  const { id } = await check(of, [cellsOf({ email })])
  const member = signUpPayload({ email })
  await owner.push(owner.make('customer.signUp', member))
  await moveEmail(member)
  const undoDays = 7.1
  await erase(member.memberId, undoDays)
  expect(await traces(running, [email])).toEqual([])
  expect((await move(of, 'run', id)).body).toMatchObject({ state: 'running' })
  await work(of)
  expect(await rowsOf(of, id)).toMatchObject([{ outcome: 'left', reason: 'member_erased' }])
  expect(await memberBy(of, email)).toBeUndefined()
})

test('a row that was left at its turn keeps no address once the undo is over', async () => {
  const { memberId, email } = await signUp()
  const { id } = await check(of, [cellsOf({ email })])
  await running.sql`update customer set points = ${serverLimits.balanceMax} where id = ${memberId}`
  await move(of, 'run', id)
  await work(of)
  expect(await rowsOf(of, id)).toMatchObject([{ outcome: 'left', reason: 'points_over' }])
  running.turnClock(31 * dayMs)
  await keepUpNow(running)
  running.turnClock(-31 * dayMs)
  await erase(memberId, 0)
  expect(await traces(running, [email])).toEqual([])
})

test('an undo leaves no trace of idle members, nor of their repeated rows', async () => {
  const mark = `zephyrine${newId().slice(-8)}`
  const cells = cellsOf({ firstName: mark, email: `${mark}@example.com`, foreignId: `F-${mark}` })
  const run = await bringOver(of, [cells, { ...cells }, { ...cells, foreignId: 'other' }])
  expect((await traces(running, [mark])).length).toBeGreaterThan(3)
  await undo(of, run.id)
  expect(await traces(running, [mark])).toEqual([])
})

test('an erasure leaves the points that a record with the same address gave to another member', async () => {
  const record = cellsOf({ foreignId: 'F1', points: '100' })
  await bringOver(of, [record])
  const erased = await signUp()
  const run = await bringOver(of, [{ ...record, email: erased.email, points: '150' }])
  await erase(erased.memberId, 0)
  expect(await traces(running, [erased.email])).toEqual([])
  expect(await ledgerOf(of)).toEqual([])
  await undo(of, run.id)
  await bringOver(of, [{ ...record, points: '150' }])
  expect(await memberBy(of, record.email)).toMatchObject({ points: 150 })
  expect(await ledgerOf(of)).toEqual([])
})

test('an erasure after a separation ends the record that was written for the kept member', async () => {
  const [kept, erased] = [await signUp(), await signUp()]
  const pair = { keepId: kept.memberId, joinId: erased.memberId }
  await owner.push(owner.make('customer.join', pair))
  await bringOver(of, [cellsOf({ email: erased.email, points: '30' })])
  await owner.push(owner.make('customer.separate', { ...pair, spentSeen: 0 }))
  await erase(erased.memberId, 0)
  expect(await traces(running, [erased.email])).toEqual([])
  expect(await ledgerOf(of)).toEqual([])
})
