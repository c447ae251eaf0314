/**
 * Campaigns: whom each audience reaches, once a member and entry whatever happens in between, and
 * what their owner may change. What is mailed is in `campaign-mail.test.ts`.
 */
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import type { Audience } from '#schema/contract/campaign.ts'
import { birthdaysAround } from '#sync-server/loyalty/campaign-audience.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { campaignTerms, everyone, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  buy,
  campaignOf,
  change,
  countRecipients,
  couponsOf,
  create,
  dayMs,
  expectAddsUp,
  fill,
  join,
  owner,
  passMailsOn,
  preview,
  run,
  running,
  setUpCampaigns,
  shop,
  signInAgain,
  visitor,
} from './campaign-world.ts'

setUpCampaigns()

describe('audiences', () => {
  test('a birthday is greeted once a year, also when it is corrected, and on time', async () => {
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
    running.turnClock(serverLimits.campaignRoundMinutes * 60_000)
    await run()
    const counts = await Promise.all([soon, later, none].map(couponsOf))
    expect(counts.map(({ length }) => length)).toEqual([1, 0, 0])
    running.turnClock(14 * dayMs)
    await run()
    expect(await couponsOf(later)).toHaveLength(1)
    running.turnClock(-14 * dayMs - serverLimits.campaignRoundMinutes * 60_000)
  })

  test('a birthday that is moved over New Year brings no second coupon, the next year’s does', async () => {
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

  test('February 29 is the 28th in other years, New Year’s Eve is near January, days are local', () => {
    const around = (at: string, timeZone = 'UTC') =>
      birthdaysAround({ daysBefore: 2, timeZone }, new Date(at))
    expect(around('2027-02-27T12:00:00Z')).toMatchObject({ '02-28': '2027', '02-29': '2027' })
    expect(around('2028-02-27T12:00:00Z')).toMatchObject({ '02-28': '2028', '02-29': '2028' })
    expect(around('2026-12-30T12:00:00Z')).toMatchObject({ '12-31': '2026', '01-01': '2027' })
    const days = (timeZone: string) => Object.keys(around('2027-06-10T03:00:00Z', timeZone)).at(-1)
    expect([days('UTC'), days('America/Los_Angeles')]).toEqual(['06-12', '06-11'])
  })

  test('an absence is one entry, and a new one after another visit a new entry', async () => {
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

  test('a purchase that is voided makes no second win-back of one absence', async () => {
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
    // Nor does one that was a slip, long after.
    await record(mistaken)
    expect((await reverse(mistaken)).body.verdicts).toMatchObject([{ status: 'applied' }])
    await nextRound()
    expect(await couponsOf(person)).toHaveLength(1)
    running.turnClock(-41 * dayMs - 2 * serverLimits.campaignRoundMinutes * 60_000)
  })

  test('points are reached once, however often they are spent and earned again', async () => {
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
      owner.push(
        owner.make('points.adjust', { memberId: member.memberId, points, reason: 'Count' }),
      )
    await adjust(-100)
    await nextRound()
    await adjust(100)
    await nextRound()
    expect(await couponsOf(member)).toHaveLength(1)
    running.turnClock(-4 * serverLimits.campaignRoundMinutes * 60_000)
  })

  test('a segment by points, visit, joining and spending; who did not agree is counted apart', async () => {
    const rich = await join({ firstName: 'Rich', lastName: 'Castellan' })
    const poor = await join({ firstName: 'Poor' })
    const silent = await join({ marketingEmailConsent: false })
    for (const { memberId } of [rich, silent]) await buy(memberId, '80.00')
    await buy(poor.memberId, '5.00')
    const count = async (part: Partial<typeof everyone>) =>
      (await preview({ ...everyone, ...part })).count
    expect(await preview({ ...everyone, pointsMin: 150 })).toEqual({
      count: 1,
      names: ['Rich Castellan'],
      withoutConsent: 1,
    })
    expect(await count({ spentMin: '50.00' })).toBe(1)
    expect(await count({ pointsMin: 0, pointsMax: 150 })).toBe(1)
    expect(await count({ visitedWithinDays: 7 })).toBe(2)
    expect(await count({ notVisitedForDays: 7 })).toBe(0)
    expect(await count({ joinedWithinDays: 1 })).toBe(2)
    // The next hours' members of other tests are others' members.
    expect(await count({})).toBe(2)
  })

  test('many addresses of one mailbox, whose welcomes are held, get one coupon', async () => {
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

  test('of one mailbox the earliest is reached, also after the other welcomes were decided', async () => {
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

  test('an empty segment finishes and has reached nobody', async () => {
    await join()
    const { campaignId } = await create({ audience: { ...everyone, pointsMin: 9000 } })
    await run()
    expect(await campaignOf(campaignId)).toMatchObject({
      given: 0,
      audienceCount: 0,
      finishedAt: expect.any(String),
    })
  })
})

describe('many recipients', () => {
  const ahead = serverLimits.campaignMailsAhead
  const many = ahead + 250

  test('in steps, paused, resumed, killed in the middle, and nobody twice', async () => {
    await fill(many)
    const { campaignId, revision } = await create()
    await run()
    expect(await campaignOf(campaignId)).toMatchObject({ given: ahead, audienceCount: many })
    const paused = await change({ campaignId, revision }, { isActive: false })
    await passMailsOn()
    await run()
    expect(await campaignOf(campaignId)).toMatchObject({ given: ahead, finishedAt: null })
    await change(paused, { isActive: true })

    await running.ask((sql) =>
      sql.begin(async (holding) => {
        // Recipients and coupons are written; the mails, which come with them, cannot be.
        await holding`lock table email_queue in share row exclusive mode`
        const step = run()
        await expect
          .poll(
            () => holding`select pid from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          .not.toHaveLength(0)
        await running.crash()
        await step
      }),
    )
    expect(await countRecipients()).toMatchObject({ recipients: ahead })
    // Two servers at once: each of them looks, and the key of the recipients decides.
    await Promise.all([run(), run()])
    await passMailsOn()
    await run()
    expect(await countRecipients()).toEqual({ recipients: many, members: many, mails: many })
    expect(await campaignOf(campaignId)).toMatchObject({ given: many, audienceCount: many })
    expect((await campaignOf(campaignId))?.finishedAt).not.toBeNull()
    await expectAddsUp()
  })
})

describe('an owner’s changes', () => {
  test('edited while it runs: the rest gets the new terms, and nobody a second one', async () => {
    await fill(serverLimits.campaignMailsAhead + 20)
    const seen = await create()
    await run()
    await passMailsOn()
    await change(seen, {
      name: 'Autumn treat',
      audience: { ...everyone, joinedWithinDays: 2 },
      discountType: 'fixed',
      discountValue: '3.00',
    })
    await run()
    await run()
    const rows = await running.ask<{ description: string; count: number }>(
      (sql) => sql`select description, count(*)::int as count from coupon
        where business_id = ${shop.businessId} and source = 'campaign' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { description: 'Autumn treat: $3.00 off', count: 20 },
      { description: 'Spring treat: 20% off', count: serverLimits.campaignMailsAhead },
    ])
  })

  test('another audience is looked through from its beginning', async () => {
    // Their id comes before those of the others, whom the first audience holds without them.
    const member = await join()
    await fill(serverLimits.campaignMailsAhead + 20)
    const seen = await create({ audience: { ...everyone, pointsMax: 0 } })
    await run()
    expect(await couponsOf(member)).toHaveLength(0)
    await passMailsOn()
    await change(seen, { audience: everyone })
    await run()
    await passMailsOn()
    await run()
    expect(await couponsOf(member)).toHaveLength(1)
  })

  test('an audience that changes while the one before is looked through is reached itself', async () => {
    const member = await join()
    const seen = await create({ audience: { ...everyone, pointsMin: 900_000 } })
    const areWaiting = (count: number) =>
      expect
        .poll(async () => {
          const [row] = await running.ask<{ waiting: number }>(
            (sql) => sql`select count(*)::int as waiting from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return row?.waiting
        })
        .toBe(count)
    // The row's lock only fixes the order: the change commits between the look and its end.
    const holder = postgres(running.database.ownerUrl, { max: 1 })
    let changed: ReturnType<typeof change> | undefined
    let ran: Promise<void> | undefined
    await holder.begin(async (sql) => {
      await sql`select from campaign where id = ${seen.campaignId} for update`
      changed = change(seen, { audience: everyone })
      await areWaiting(1)
      ran = run()
      await areWaiting(2)
    })
    await holder.end()
    expect(await changed).toMatchObject({ status: 'applied' })
    await ran
    await run()
    expect(await couponsOf(member)).toHaveLength(1)
  })

  test('the second of two editors is told; a finished one and a removed one stay as they are', async () => {
    const seen = await create({ isActive: false })
    const first = await change(seen, { name: 'By the first' })
    expect(first).toMatchObject({ status: 'applied' })
    expect(await change(seen, { name: 'By the second' })).toMatchObject({
      code: 'campaign_changed_meanwhile',
    })
    const resumed = await change(first, { isActive: true })
    await run()
    expect(await change(resumed, { name: 'Late' })).toMatchObject({ code: 'campaign_finished' })
    const removed = await change(resumed, { retired: true })
    expect(removed).toMatchObject({ status: 'applied' })
    expect(await change(removed, { name: 'Later' })).toMatchObject({ code: 'campaign_unavailable' })
    expect(await campaignOf(seen.campaignId)).toBeUndefined()
  })

  test('a business that is paused, or has no loyalty, reaches nobody until it goes on', async () => {
    const member = await join()
    await create()
    const set = (what: object) =>
      running.ask((sql) => sql`update business set ${sql(what)} where id = ${shop.businessId}`)
    await set({ status: 'suspended' })
    await run()
    await set({ status: 'active' })
    const features = { qrCodes: true, loyalty: false, whiteLabel: true, analytics: true }
    await running.ask(
      (sql) =>
        sql`update business set features = ${sql.json(features)} where id = ${shop.businessId}`,
    )
    await run()
    expect(await couponsOf(member)).toHaveLength(0)
    await running.ask(
      (sql) => sql`update business set features = ${sql.json({ ...features, loyalty: true })}
        where id = ${shop.businessId}`,
    )
    await run()
    expect(await couponsOf(member)).toHaveLength(1)
  })

  test.each([
    ['audience', { kind: 'win_back', days: 0 }],
    ['audience', { kind: 'win_back', days: 2.5 }],
    ['audience', { kind: 'points', points: -1 }],
    ['audience', { kind: 'points', points: 1e12 }],
    ['audience', { kind: 'birthday', daysBefore: 3, timeZone: 'Nowhere/Town' }],
    ['audience', { kind: 'segment', pointsMin: 5, pointsMax: 4 }],
    ['audience', { kind: 'everybody' }],
    ['discountValue', '0'],
    ['discountValue', '-5'],
    ['discountValue', '100.01'],
    ['couponDays', 0],
    ['couponDays', 1e9],
    ['subject', ' '],
    ['message', 'x'.repeat(2001)],
  ])('%s of %j is refused', async (field, value) => {
    const asked = { ...campaignTerms(), campaignId: newId(), [field]: value }
    const answer = await owner.push(owner.make('campaign.create', asked as never))
    expect(answer.body.verdicts).toMatchObject([{ code: 'validation_failed' }])
  })

  test('staff may not, and another business’s campaign is not there', async () => {
    const { campaignId, revision } = await create({ isActive: false })
    const staff = new TestDevice(await visitor().signIn(shop.staffEmail))
    const asked = staff.make('campaign.create', { ...campaignTerms(), campaignId: newId() })
    expect((await staff.push(asked)).body.verdicts).toMatchObject([{ code: 'not_allowed' }])
    const other = await createTestBusiness(running)
    const foreign = new TestDevice(await visitor().signIn(other.ownerEmail))
    const changed = foreign.make('campaign.change', {
      campaignId,
      revision,
      changes: { name: 'Mine' },
    })
    expect((await foreign.push(changed)).body.verdicts).toMatchObject([
      { status: 'parked', code: 'work_not_arrived' },
    ])
    expect(await campaignOf(campaignId)).toMatchObject({ name: 'Spring treat' })
  })
})

test('the form asks for a birthday only where there is something for it', async () => {
  const lookUp = async () =>
    (await visitor().call('signUp.lookUp', { params: { code: shop.code } })).body.asksBirthday
  expect(await lookUp()).toBeUndefined()
  await create({ audience: { kind: 'birthday', daysBefore: 0, timeZone: 'UTC' } })
  expect(await lookUp()).toBe(true)
  const { memberId: _, ...form } = signUpPayload()
  for (const birthday of ['13-01', '02-30', '2001-05-17', '5-7', '04-31']) {
    const body = { ...form, birthday }
    const answer = await visitor().call('customer.signUp', { params: { code: shop.code }, body })
    expect([birthday, answer.status]).toEqual([birthday, 400])
  }
})
