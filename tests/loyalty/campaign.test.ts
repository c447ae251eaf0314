/**
 * Campaigns with many recipients, and an owner's changes while they run.
 * `campaign-audience.test.ts` covers audiences, `campaign-mail.test.ts` the mails.
 *
 * @module-tag deep
 */
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'

import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { campaignTerms, everyone, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { untilWaiting } from '#tests/support/waiting.ts'
import {
  campaignOf,
  change,
  countRecipients,
  couponsOf,
  create,
  expectAddsUp,
  fill,
  join,
  owner,
  passMailsOn,
  run,
  running,
  setUpCampaigns,
  shop,
  visitor,
} from './campaign-world.ts'

setUpCampaigns()
describe('many recipients', () => {
  const ahead = serverLimits.campaignMailsAhead
  const many = ahead + 250

  test('are reached in steps, across a pause and a crash, and never twice', async () => {
    await fill(many)
    const { campaignId, revision } = await create()
    await run()
    expect(await campaignOf(campaignId)).toMatchObject({ given: ahead, audienceCount: many })
    const paused = await change({ campaignId, revision }, { isActive: false })
    await passMailsOn()
    await run()
    expect(await campaignOf(campaignId)).toMatchObject({ given: ahead, finishedAt: null })
    await change(paused, { isActive: true })

    await running.sql.begin(async (holding) => {
      // Recipients and coupons are written; their mails, in the same transaction, are blocked.
      await holding`lock table email_queue in share row exclusive mode`
      const step = run()
      await untilWaiting(running)
      await running.crash()
      await step
    })
    expect(await countRecipients()).toMatchObject({ recipients: ahead })
    // Two servers look at once, and the recipients' key decides.
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
  test('apply to the remaining recipients while it runs, and reach no member twice', async () => {
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
    const rows = await running.sql`select description, count(*)::int as count from coupon
      where business_id = ${shop.businessId} and source = 'campaign' group by 1 order by 1`
    expect(rows).toEqual([
      { description: 'Autumn treat: $3.00 off', count: 20 },
      { description: 'Spring treat: 20% off', count: serverLimits.campaignMailsAhead },
    ])
  })

  test('search a new audience from the beginning', async () => {
    // Their id precedes those of the others, who alone match the first audience.
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

  test('reach an audience that changed while the previous one was searched', async () => {
    const member = await join()
    const seen = await create({ audience: { ...everyone, pointsMin: 900_000 } })
    // The row lock only fixes the order: the change commits between the lookup and its end.
    const holder = postgres(running.database.ownerUrl, { max: 1 })
    let changed: ReturnType<typeof change> | undefined
    let ran: Promise<void> | undefined
    await holder.begin(async (sql) => {
      await sql`select from campaign
        where business_id = ${shop.businessId} and id = ${seen.campaignId} for update`
      changed = change(seen, { audience: everyone })
      await untilWaiting(running)
      ran = run()
      await untilWaiting(running, 2)
    })
    await holder.end()
    expect(await changed).toMatchObject({ status: 'applied' })
    await ran
    await run()
    expect(await couponsOf(member)).toHaveLength(1)
  })

  test('are refused for the second of two editors and for finished and removed campaigns', async () => {
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

  test('wait while the business is paused or has no loyalty feature', async () => {
    const member = await join()
    await create()
    const set = (what: object) =>
      running.sql`update business set ${running.sql(what)} where id = ${shop.businessId}`
    await set({ status: 'suspended' })
    await run()
    await set({ status: 'active' })
    const features = { qrCodes: true, loyalty: false, whiteLabel: true, analytics: true }
    await running.sql`
      update business set features = ${running.sql.json(features)} where id = ${shop.businessId}`
    await run()
    expect(await couponsOf(member)).toHaveLength(0)
    await running.sql`
      update business set features = ${running.sql.json({ ...features, loyalty: true })}
      where id = ${shop.businessId}`
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

  test('are refused to staff, and other businesses can’t find the campaign', async () => {
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

test('asks for a birthday only while a birthday campaign is active', async () => {
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
