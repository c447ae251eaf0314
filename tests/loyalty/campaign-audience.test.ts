/**
 * Each campaign audience: every member is reached once per entry, whatever happens in between.
 *
 * @module-tag deep
 */
import { expect, test } from 'vitest'
import type { Audience } from '#schema/contract/campaign.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { birthdaysAround } from '#sync-server/loyalty/campaigns/campaign-audience.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { everyone } from '#tests/support/device.ts'
import {
  buy,
  campaignOf,
  change,
  couponsOf,
  create,
  join,
  owner,
  preview,
  run,
  running,
  setUpCampaigns,
  shop,
  signInAgain,
  visitor,
} from './campaign-world.ts'

setUpCampaigns()

test('greets a birthday once a year, on time, even after a correction', async () => {
  const now = running.server.clock.now()
  const monthDay = (days: number) =>
    new Date(now.getTime() + days * dayMs).toISOString().slice(5, 10)
  const soon = await join({ birthday: monthDay(6) })
  const later = await join({ birthday: monthDay(20) })
  const none = await join()
  const audience: Audience = { kind: 'birthday', daysBefore: 7, timeZone: 'UTC' }
  expect(await preview(audience)).toMatchObject({ count: 1 })
  await create({ audience })
  await run()
  await visitor().call('customer.changeBirthday', {
    params: soon.params,
    body: { birthday: monthDay(5) },
  })
  const byOwner = await owner.browser.call('business.changeBirthday', {
    params: { businessId: shop.businessId, memberId: soon.memberId },
    body: { birthday: monthDay(4), seen: monthDay(5) },
  })
  expect(byOwner.status).toBe(200)
  running.turnClock(serverLimits.campaignRoundMinutes * 60_000)
  await run()
  const counts = await Promise.all([soon, later, none].map(couponsOf))
  expect(counts.map(({ length }) => length)).toEqual([1, 0, 0])
  running.turnClock(14 * dayMs)
  await run()
  expect(await couponsOf(later)).toHaveLength(1)
  running.turnClock(-14 * dayMs - serverLimits.campaignRoundMinutes * 60_000)
})

test('greets joined members once, on the kept one’s birthday or else the joined one’s', async () => {
  const now = running.server.clock.now()
  const monthDay = (days: number) =>
    new Date(now.getTime() + days * dayMs).toISOString().slice(5, 10)
  const joinInto = async (keep: { memberId: string }, other: { memberId: string }) => {
    const pair = { keepId: keep.memberId, joinId: other.memberId }
    const { body } = await owner.push(owner.make('customer.join', pair))
    expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  }
  const audience: Audience = { kind: 'birthday', daysBefore: 7, timeZone: 'UTC' }
  const [without, own] = [await join(), await join({ birthday: monthDay(20) })]
  const [greeted, soon] = [await join({ birthday: monthDay(5) }), await join()]
  // Its joined member's birthday counts, since it has none.
  await joinInto(without, await join({ birthday: monthDay(6) }))
  // The joined member's birthday doesn't count.
  await joinInto(own, await join({ birthday: monthDay(4) }))
  expect(await preview(audience)).toMatchObject({ count: 2 })
  await create({ audience })
  await run()
  // One was greeted before the join, and the other brings a birthday after it.
  await joinInto(soon, greeted)
  await joinInto(soon, await join({ birthday: monthDay(3) }))
  running.turnClock(serverLimits.campaignRoundMinutes * 60_000)
  await run()
  const counts = await Promise.all([without, own, soon].map(couponsOf))
  expect(counts.map(({ length }) => length)).toEqual([1, 0, 1])
  running.turnClock(14 * dayMs)
  await run()
  expect(await couponsOf(own)).toHaveLength(1)
  expect(await couponsOf(soon)).toHaveLength(1)
  running.turnClock(-14 * dayMs - serverLimits.campaignRoundMinutes * 60_000)
})

test('asks for a birthday at sign-up only while a birthday campaign is active', async () => {
  const asks = async () =>
    (await visitor().call('signUp.lookUp', { params: { code: shop.code } })).body.asksBirthday
  expect(await asks()).toBeUndefined()
  const seen = await create({ audience: { kind: 'birthday', daysBefore: 7, timeZone: 'UTC' } })
  expect(await asks()).toBe(true)
  await change(seen, { isActive: false })
  expect(await asks()).toBeUndefined()
})

test('issues no second coupon when a birthday moves across New Year, but one the next year', async () => {
  const now = running.server.clock.now()
  const toDecember = Date.UTC(now.getUTCFullYear() + 1, 11, 20, 12) - now.getTime()
  const days = [toDecember, serverLimits.campaignRoundMinutes * 60_000, 370 * dayMs]
  const later = () => running.turnClock(days.shift() ?? 0)
  const back = -days.reduce((sum, part) => sum + part, 0)
  later()
  await signInAgain()
  const person = await join({ birthday: '12-31' })
  await create({ audience: { kind: 'birthday', daysBefore: 30, timeZone: 'America/New_York' } })
  await run()
  expect(await couponsOf(person)).toHaveLength(1)
  await visitor().call('customer.changeBirthday', {
    params: person.params,
    body: { birthday: '01-02' },
  })
  later()
  await run()
  expect(await couponsOf(person)).toHaveLength(1)
  later()
  await run()
  expect(await couponsOf(person)).toHaveLength(2)
  running.turnClock(back)
})

test('maps February 29 to the 28th, spans New Year, and uses local days', () => {
  const around = (at: string, timeZone = 'UTC') =>
    birthdaysAround({ daysBefore: 2, timeZone }, new Date(at))
  expect(around('2027-02-27T12:00:00Z')).toMatchObject({ '02-28': '2027', '02-29': '2027' })
  expect(around('2028-02-27T12:00:00Z')).toMatchObject({ '02-28': '2028', '02-29': '2028' })
  expect(around('2028-02-26T12:00:00Z')).not.toHaveProperty('02-29')
  expect(around('2026-12-30T12:00:00Z')).toMatchObject({ '12-31': '2026', '01-01': '2027' })
  const days = (timeZone: string) => Object.keys(around('2027-06-10T03:00:00Z', timeZone)).at(-1)
  expect([days('UTC'), days('America/Los_Angeles')]).toEqual(['06-12', '06-11'])
})

test('treats an absence as one entry, and another after the next visit', async () => {
  const lapsed = await join()
  const regular = await join()
  await buy(lapsed.memberId, '5.00')
  await create({ audience: { kind: 'win_back', days: 30 } })
  await run()
  expect(await couponsOf(lapsed)).toHaveLength(0)
  const wait = async (days: number) => {
    running.turnClock(days * dayMs)
    await signInAgain()
  }
  await wait(29)
  await buy(regular.memberId, '5.00')
  await wait(2)
  await run()
  expect([await couponsOf(lapsed), await couponsOf(regular)].map((each) => each.length)).toEqual([
    1, 0,
  ])
  await wait(1)
  await run()
  expect(await couponsOf(lapsed)).toHaveLength(1)
  await buy(lapsed.memberId, '5.00')
  await wait(31)
  await run()
  expect(await couponsOf(lapsed)).toHaveLength(2)
  running.turnClock(-63 * dayMs)
})

test('issues no second win-back for a visit that a device names late', async () => {
  const person = await join()
  const { memberId } = person
  await buy(memberId, '5.00')
  await create({ audience: { kind: 'win_back', days: 5 } })
  running.turnClock(20 * dayMs)
  await signInAgain()
  await run()
  expect(await couponsOf(person)).toHaveLength(1)
  for (const daysAgo of [12, 9, 6]) {
    const purchaseId = newId()
    const madeAt = new Date(Date.now() - daysAgo * dayMs).toISOString()
    const sale = owner.make('purchase.record', { purchaseId, memberId, amount: '5.00' }, { madeAt })
    expect((await owner.push(sale)).body.verdicts).toMatchObject([{ status: 'applied' }])
    running.turnClock(serverLimits.campaignRoundMinutes * 60_000)
    await run()
  }
  expect(await couponsOf(person)).toHaveLength(1)
  running.turnClock(-20 * dayMs - 3 * serverLimits.campaignRoundMinutes * 60_000)
})

test('issues no second win-back when a purchase is reversed', async () => {
  const person = await join()
  const { memberId } = person
  const [early, last, mistaken] = [newId(), newId(), newId()]
  const record = (purchaseId: string) =>
    owner.push(owner.make('purchase.record', { purchaseId, memberId, amount: '3.00' }))
  const reverse = (purchaseId: string) =>
    owner.push(owner.make('purchase.reverse', { purchaseId, memberId }))
  await record(early)
  running.turnClock(10 * dayMs)
  await signInAgain()
  await record(last)
  await create({ audience: { kind: 'win_back', days: 30 } })
  running.turnClock(31 * dayMs)
  await signInAgain()
  await run()
  expect(await couponsOf(person)).toHaveLength(1)
  const nextRound = async () => {
    running.turnClock(serverLimits.campaignRoundMinutes * 60_000)
    await run()
  }
  expect((await reverse(last)).body.verdicts).toMatchObject([{ status: 'applied' }])
  await nextRound()
  // Reversing a mistaken purchase much later sends no coupon either.
  await record(mistaken)
  expect((await reverse(mistaken)).body.verdicts).toMatchObject([{ status: 'applied' }])
  await nextRound()
  expect(await couponsOf(person)).toHaveLength(1)
  running.turnClock(-41 * dayMs - 2 * serverLimits.campaignRoundMinutes * 60_000)
})

test('reaches a points goal once, however often points are spent and earned again', async () => {
  const member = await join()
  await create({ audience: { kind: 'points', points: 150 } })
  const nextRound = async () => {
    running.turnClock(serverLimits.campaignRoundMinutes * 60_000)
    await run()
  }
  await nextRound()
  expect(await couponsOf(member)).toHaveLength(0)
  await buy(member.memberId, '60.00')
  await nextRound()
  expect(await couponsOf(member)).toHaveLength(1)
  const adjust = (points: number) =>
    owner.push(owner.make('points.adjust', { memberId: member.memberId, points, reason: 'Count' }))
  await adjust(-100)
  await nextRound()
  await adjust(100)
  await nextRound()
  expect(await couponsOf(member)).toHaveLength(1)
  running.turnClock(-4 * serverLimits.campaignRoundMinutes * 60_000)
})

test('selects a segment by points, visit, joining and spending, and counts missing consent separately', async () => {
  const rich = await join({ firstName: 'Rich', lastName: 'Castellan' })
  const poor = await join({ firstName: 'Poor' })
  const silent = await join({ marketingEmailConsent: false })
  for (const { memberId } of [rich, silent]) await buy(memberId, '80.00')
  await buy(poor.memberId, '5.00')
  const mistaken = await join()
  const sale = { purchaseId: newId(), memberId: mistaken.memberId }
  const voided = await owner.push(
    owner.make('purchase.record', { ...sale, amount: '7.00' }),
    owner.make('purchase.reverse', sale),
  )
  expect(voided.body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])
  const count = async (part: Partial<typeof everyone>) =>
    (await preview({ ...everyone, ...part })).count
  expect(await preview({ ...everyone, pointsMin: 150 })).toEqual({
    count: 1,
    names: ['Rich Castellan'],
    withoutConsent: 1,
    withoutEmail: 0,
    withoutMailbox: 0,
    unproved: 0,
  })
  expect(await count({ spentMin: '50.00' })).toBe(1)
  expect(await count({ pointsMin: 0, pointsMax: 150 })).toBe(2)
  expect(await count({ visitedWithinDays: 7 })).toBe(2)
  expect(await count({ notVisitedForDays: 7 })).toBe(0)
  expect(await count({ joinedWithinDays: 1 })).toBe(3)
  // Members of other tests belong to other businesses.
  expect(await count({})).toBe(3)
})

test('issues one coupon to many addresses of one mailbox whose welcomes are held', async () => {
  const today = running.server.clock.now().toISOString().slice(5, 10)
  const audience: Audience = { kind: 'birthday', daysBefore: 0, timeZone: 'UTC' }
  await create({ audience })
  const people: Awaited<ReturnType<typeof join>>[] = []
  for (const tag of ['', '+one', '+two']) {
    people.push(await join({ email: `mallory${tag}@gmail.com`, birthday: today }))
  }
  expect(await preview(audience)).toMatchObject({ count: 1 })
  await run()
  const coupons = await Promise.all(people.map(couponsOf))
  expect(coupons.map(({ length }) => length)).toEqual([1, 0, 0])
})

test('reaches the earliest member of a mailbox, whatever was decided about the others’ welcomes', async () => {
  const people: Awaited<ReturnType<typeof join>>[] = []
  for (const [tag, release] of [
    ['', null],
    ['+one', false],
    ['+two', true],
  ] as const) {
    const person = await join({ email: `kim${tag}@example.com` })
    people.push(person)
    if (release === null) continue
    const decided = owner.make('welcome.decide', { memberId: person.memberId, release })
    expect((await owner.push(decided)).body.verdicts).toMatchObject([{ status: 'applied' }])
  }
  for (const audience of [everyone, { kind: 'points', points: 1 } as const]) {
    expect(await preview(audience)).toMatchObject({ count: 1, withoutConsent: 0 })
    await create({ audience })
  }
  await run()
  const coupons = await Promise.all(people.map(couponsOf))
  expect(coupons.map(({ length }) => length)).toEqual([2, 0, 0])
})

test('finishes an empty segment', async () => {
  await join()
  const { campaignId } = await create({ audience: { ...everyone, pointsMin: 9000 } })
  await run()
  expect(await campaignOf(campaignId)).toMatchObject({
    given: 0,
    audienceCount: 0,
    finishedAt: expect.any(String),
  })
})
