/**
 * Many businesses for a super admin: sorting, paging, bulk changes and their undo, notes, export.
 *
 * @module-tag deep
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallQuery } from '#schema/contract/api.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

const running = serverOfFile()
let admin: TestBrowser
beforeEach(async () => {
  await forgetTries(running)
  admin = await signInSuperAdmin(running)
})

async function makeNamed(mark: string, names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const email = `${newId()}@${mark}.example`
    const { status, body } = await admin.call('admin.createBusiness', {
      body: { name, email, plan: 'pro' },
    })
    expect(status).toBe(201)
    ids.push(body.id)
  }
  return ids
}

/** Reads every page of a list, with this many rows each. */
async function readAll(query: CallQuery<'admin.businesses'>, rows: number): Promise<string[]> {
  const names: string[] = []
  let next: string | undefined = `/api/admin/businesses?${new URLSearchParams({
    ...(query as Record<string, string>),
    limit: String(rows),
  })}`
  while (next) {
    const answer = await admin.send('GET', next)
    expect(answer.status).toBe(200)
    names.push(...(answer.body as { name: string }[]).map(({ name }) => name))
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return names
}

describe('the list', () => {
  test('sorts by name or age in either direction and continues each page after the last', async () => {
    const mark = newId().slice(-8)
    // Includes a duplicate name, cursor separators in a name, and a right-to-left script.
    const names = ['b_x', 'A', 'a', 'c', 'b', 'مقهى', '☕☕']
    await makeNamed(mark, names)
    const byName = ['A', 'a', 'b', 'b_x', 'c']
    const sorted = await readAll({ q: mark, sort: 'name' }, 2)
    expect(sorted.filter((name) => /^[a-z]/i.test(name)).sort()).toEqual([...byName].sort())
    expect(sorted.map((name) => name.toLowerCase())).toEqual(
      sorted.map((name) => name.toLowerCase()).sort(),
    )
    expect(await readAll({ q: mark, sort: '-name' }, 3)).toEqual([...sorted].reverse())
    expect(await readAll({ q: mark, sort: 'created' }, 2)).toEqual(names)
    expect(await readAll({ q: mark, sort: '-created' }, 3)).toEqual([...names].reverse())
  })

  test('finds one business by its id', async () => {
    const mark = newId().slice(-8)
    const [first] = await makeNamed(mark, ['One', 'Other'])
    expect(await readAll({ q: first ?? '' }, 2)).toEqual(['One'])
    expect(await readAll({ q: newId() }, 2)).toEqual([])
  })

  test('rejects an invalid cursor and an unknown order', async () => {
    for (const query of [{ cursor: 'x' }, { cursor: `${newId()}_never` }, { sort: 'points' }]) {
      const { status, body } = await admin.call('admin.businesses', { query: query as never })
      expect([status, (body as { code?: string }).code]).toEqual([400, 'validation_failed'])
    }
  })
})

describe('a name', () => {
  test('accepts emoji and right-to-left text, and rejects more than 120 characters', async () => {
    const names = ['🍋🍋🍋', 'مقهى الصباح', 'x'.repeat(120)]
    const ids = await makeNamed(newId().slice(-8), names)
    for (const [n, businessId] of ids.entries()) {
      const { body } = await admin.call('admin.business', { params: { businessId } })
      expect(body.business.name).toBe(names[n])
    }
    for (const name of ['x'.repeat(121), 'x'.repeat(200), '   ', '\0']) {
      const { status, body } = await admin.call('admin.createBusiness', {
        body: { name, email: `${newId()}@example.com` },
      })
      expect([name.length, status]).toEqual([name.length, 400])
      expect(JSON.stringify(body)).toContain('name')
    }
  })
})

describe('the export', () => {
  test('streams all filtered rows across pages without formulas', async () => {
    const mark = newId().slice(-8)
    const names = ['=cmd', '＝cmd', '"quoted", with comma', 'Plain']
    const [first] = await makeNamed(mark, names)
    await running.sql`insert into business select
      (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'name', 'Bulk ' || n))).*
      from business b, generate_series(1, 1100) n where b.id = ${first ?? ''}`
    const answer = await admin.send('GET', `/api/admin/businesses.csv?q=${mark}`)
    const text = String(answer.body)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = text.split('\r\n')
    expect(lines[0]?.replace('\uFEFF', '')).toBe(
      'name,email,phone,businessType,status,plan,createdAt,trialEndsAt',
    )
    expect(lines).toHaveLength(1 + names.length + 1100 + 1)
    expect(lines.filter((line) => /^[=＝]/.test(line))).toEqual([])
    expect(text).toContain(`"'=cmd",`)
    expect(text).toContain(`"'＝cmd",`)
    expect(text).toContain('"""quoted"", with comma",')
    const none = await admin.send('GET', '/api/admin/businesses.csv?q=nobody-is-called-this')
    expect(String(none.body).split('\r\n')).toHaveLength(2)
  })
})

describe('bulk changes', () => {
  const statesOf = (businessIds: string[]) =>
    running.sql`
      select name, status, plan from business where id in ${running.sql(businessIds)} order by name`
  const undo = (changeId: string | null) =>
    admin.call('admin.undoBusinessChange', { params: { changeId: changeId ?? '' } })
  const changeOf = async (businessIds: string[], body: object) =>
    (await admin.call('admin.updateBusinesses', { body: { businessIds, ...body } as never })).body
  const logged = async (changeId: string | null) =>
    (await admin.call('admin.audit', { query: { act: 'admin.updateBusinesses' } })).body.find(
      ({ subject }) => subject === changeId,
    )

  test('suspend businesses and change plans, and are undone once', async () => {
    const businessIds = await makeNamed(newId().slice(-8), ['One', 'Two', 'Three'])
    await admin.call('admin.updateBusiness', {
      params: { businessId: businessIds[1] ?? '' },
      body: { suspended: true },
    })
    const { changeId, count } = await changeOf(businessIds, { suspended: true })
    // Two was suspended before, so the undo leaves it suspended.
    expect(count).toBe(2)
    expect((await statesOf(businessIds)).map(({ status }) => status)).toEqual(
      Array(3).fill('suspended'),
    )
    expect(await logged(changeId)).toMatchObject({
      businessId: null,
      businesses: { count: 2, undoUntil: expect.any(String) },
    })
    expect(await undo(changeId)).toMatchObject({ status: 200, body: { count: 2, changedSince: 0 } })
    expect(await statesOf(businessIds)).toEqual([
      { name: 'One', status: 'active', plan: 'pro' },
      { name: 'Three', status: 'active', plan: 'pro' },
      { name: 'Two', status: 'suspended', plan: 'pro' },
    ])
    expect(await undo(changeId)).toMatchObject({ status: 409, body: { code: 'change_undo_over' } })
    expect(await logged(changeId)).toMatchObject({ businesses: { count: 2, undoUntil: null } })
    const moved = await changeOf(businessIds, { plan: 'enterprise' })
    expect(moved.count).toBe(3)
    // A repeat changes nothing, so there is nothing to undo.
    expect(await changeOf(businessIds, { plan: 'enterprise' })).toEqual({
      changeId: null,
      count: 0,
    })
    await undo(moved.changeId)
    expect((await statesOf(businessIds)).map(({ plan }) => plan)).toEqual(Array(3).fill('pro'))
  })

  test('leave businesses alone that were changed again before the undo', async () => {
    const businessIds = await makeNamed(newId().slice(-8), ['One', 'Two'])
    const { changeId } = await changeOf(businessIds, { suspended: true })
    await admin.call('admin.updateBusiness', {
      params: { businessId: businessIds[0] ?? '' },
      body: { plan: 'enterprise' },
    })
    expect((await undo(changeId)).body).toEqual({ count: 1, changedSince: 1 })
    expect(await statesOf(businessIds)).toEqual([
      { name: 'One', status: 'suspended', plan: 'enterprise' },
      { name: 'Two', status: 'active', plan: 'pro' },
    ])
  })

  test('are undone once by two admins at the same moment', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Same ${n}`)
    const businessIds = await makeNamed(newId().slice(-8), names)
    const { changeId } = await changeOf(businessIds, { suspended: true })
    const answers = await Promise.all([undo(changeId), undo(changeId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const states = await statesOf(businessIds)
    expect(states.map(({ status }) => status)).toEqual(names.map(() => 'active'))
  })

  /** Works while a business's writes wait. */
  const holding = (businessId: string, work: () => Promise<void>) =>
    running.sql.begin(async (holder) => {
      await holder`select from business_version where business_id = ${businessId} for update`
      await work()
    })

  test('are undone wholly while they still run', async () => {
    const businessIds = await makeNamed(newId().slice(-8), ['One', 'Two', 'Three'])
    const asked: Promise<unknown>[] = []
    await holding(businessIds[1] ?? '', async () => {
      asked.push(changeOf(businessIds, { suspended: true }))
      await untilWaiting(running)
      const { body } = await admin.call('admin.audit', { query: { act: 'admin.updateBusinesses' } })
      const changeId = body[0]?.subject ?? null
      asked.push(undo(changeId))
      await expect.poll(() => logged(changeId)).toMatchObject({ businesses: { undoUntil: null } })
    })
    expect((await Promise.all(asked))[1]).toMatchObject({
      status: 200,
      body: { count: 3, changedSince: 0 },
    })
    expect((await statesOf(businessIds)).map(({ status }) => status)).toEqual(
      Array(3).fill('active'),
    )
  })

  test('leave a business alone that is changed during the undo', async () => {
    const businessIds = await makeNamed(newId().slice(-8), ['One'])
    const { changeId } = await changeOf(businessIds, { suspended: true })
    const asked: Promise<{ status: number; body: unknown }>[] = []
    await holding(businessIds[0] ?? '', async () => {
      const params = { businessId: businessIds[0] ?? '' }
      asked.push(admin.call('admin.updateBusiness', { params, body: { plan: 'enterprise' } }))
      await untilWaiting(running)
      asked.push(undo(changeId))
      await untilWaiting(running, 2)
    })
    expect(await Promise.all(asked)).toMatchObject([
      { status: 200 },
      { status: 200, body: { count: 0, changedSince: 1 } },
    ])
    expect(await statesOf(businessIds)).toEqual([
      { name: 'One', status: 'suspended', plan: 'enterprise' },
    ])
  })

  test('can be undone for five minutes', async () => {
    const businessIds = await makeNamed(newId().slice(-8), ['Late'])
    const { changeId } = await changeOf(businessIds, { suspended: true })
    running.turnClock(serverLimits.tenantChangeUndoMinutes * 60_000)
    expect(await undo(changeId)).toMatchObject({ status: 409, body: { code: 'change_undo_over' } })
    running.turnClock(-serverLimits.tenantChangeUndoMinutes * 60_000)
    expect(await statesOf(businessIds)).toMatchObject([{ status: 'suspended' }])
  })

  test('apply once to a business listed twice', async () => {
    const [businessId = ''] = await makeNamed(newId().slice(-8), ['Twice'])
    const { status, body } = await admin.call('admin.updateBusinesses', {
      body: { businessIds: [businessId, businessId], suspended: true },
    })
    expect([status, body.count]).toEqual([200, 1])
  })

  test('change all of them or none', async () => {
    const mark = newId().slice(-8)
    const [known = ''] = await makeNamed(mark, ['Known'])
    const answer = await admin.call('admin.updateBusinesses', {
      body: { businessIds: [known, newId()], suspended: true },
    })
    expect(answer.status).toBe(404)
    expect(await running.sql`select status from business where id = ${known}`).toEqual([
      { status: 'active' },
    ])
    const tooMany = Array.from({ length: 101 }, () => newId())
    for (const businessIds of [[], tooMany]) {
      const { status } = await admin.call('admin.updateBusinesses', {
        body: { businessIds, suspended: true },
      })
      expect(status).toBe(400)
    }
  })
})

describe('an owner’s wish for another plan', () => {
  test('is mailed to the super admins, at most three times a day', async () => {
    const left = await signInSuperAdmin(running)
    expect((await left.call('auth.deactivate')).status).toBe(200)
    const shop = await createTestBusiness(running, { name: 'Lantern House' })
    const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    const ask = () =>
      owner.call('business.requestPlan', {
        params: { businessId: shop.businessId },
        body: { plan: 'enterprise' },
      })
    await running.sql`delete from email_queue`
    expect((await ask()).status).toBe(200)
    const mailed =
      await running.sql`select recipient as email from email_queue where kind = 'planRequest'`
    const admins = await running.sql<{ email: string }[]>`select email from account
      where role = 'super_admin' and withdrawn_at is null order by created_at limit 100`
    expect(mailed.map(({ email }) => email).sort()).toEqual(admins.map(({ email }) => email).sort())
    for (let more = 1; more < serverLimits.planRequestsPerDay; more += 1) {
      expect((await ask()).status).toBe(200)
    }
    expect((await ask()).body.code).toBe('too_many')
  })
})

describe('a business’s page', () => {
  const minuteMs = 60_000
  const lastActiveAt = async (businessId: string) =>
    (await admin.call('admin.business', { params: { businessId } })).body.usage.lastActiveAt
  const secondsSinceActive = async (businessId: string) => {
    const at = Date.parse((await lastActiveAt(businessId)) ?? '')
    return Math.round((running.server.clock.now().getTime() - at) / 1000)
  }

  test('says when a customer last signed up, bought, redeemed or scanned, also within this hour', async () => {
    const shop = await createTestBusiness(running)
    const { businessId } = shop
    expect(await lastActiveAt(businessId)).toBeNull()
    const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
    const payload = signUpPayload()
    const { memberId } = payload
    const [purchaseId, couponId] = [newId(), newId()]
    const acts = [
      device.make('customer.signUp', payload),
      device.make('purchase.record', { purchaseId, memberId, amount: '12.00', note: null }),
      device.make('reward.redeem', {
        couponId,
        memberId,
        rewardId: shop.rewardId,
        pointsSeen: 50,
      }),
      device.make('redemption.undo', { memberId, couponId }),
      device.make('purchase.reverse', { purchaseId, memberId }),
    ]
    // Less than the minute between two acts.
    const justNow = expect.toSatisfy((seconds: number) => seconds >= 0 && seconds < 50)
    for (const act of acts) {
      running.turnClock(minuteMs)
      const pushed = await device.push(act)
      expect(pushed.body.verdicts).toMatchObject([{ status: 'applied' }])
      expect([act.name, await secondsSinceActive(businessId)]).toEqual([act.name, justNow])
    }
    running.turnClock(minuteMs)
    const visitor = new TestBrowser(running.url)
    expect((await visitor.call('signUp.lookUp', { params: { code: shop.code } })).status).toBe(200)
    expect(await secondsSinceActive(businessId)).toEqual(justNow)
    running.turnClock(-6 * minuteMs)
  })

  test('shows its people, usage and notes; its own people never see the notes', async () => {
    const shop = await createTestBusiness(running)
    const params = { businessId: shop.businessId }
    const noted = await admin.call('admin.addNote', {
      params,
      body: { text: '  Asked for a demo.  ' },
    })
    expect([noted.status, noted.body.text, noted.body.author]).toEqual([
      201,
      'Asked for a demo.',
      'Super Admin',
    ])
    const { body } = await admin.call('admin.business', { params })
    expect(body.people.map(({ email }) => email).sort()).toEqual(
      [shop.ownerEmail, shop.staffEmail].sort(),
    )
    expect(body.business.id).toBe(shop.businessId)
    expect(body.usage).toMatchObject({
      customers: 0,
      purchases: 0,
      revenue: '0.00',
      lastActiveAt: null,
    })
    expect(body.notes).toMatchObject([{ text: 'Asked for a demo.', author: 'Super Admin' }])
    const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    expect((await owner.call('admin.business', { params })).status).toBe(403)
    const log = await owner.call('business.audit', { params })
    expect(JSON.stringify(log.body)).not.toContain('admin.addNote')
    for (const text of ['', '   ', 'x'.repeat(2001)]) {
      expect((await admin.call('admin.addNote', { params, body: { text } })).status).toBe(400)
    }
  })
})
