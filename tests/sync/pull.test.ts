/** Pull: a device ends up with what the server has, while others write. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import type { PullAnswer } from '#schema/contract/sync.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { keepAllUp } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  addAccount,
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'
import { enrollTill, personWithKey } from '#tests/support/till.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

let running: TestServer
let shop: TestBusiness

const newDevice = async (email = shop.staffEmail) =>
  new TestDevice(await new TestBrowser(running.url).signIn(email))

beforeAll(async () => {
  running = await startTestServer()
  shop = await createTestBusiness(running)
})
afterAll(() => running.close())

/** A device's customers after these answers: rows by id, without deleted ones. */
function customersAfter(answers: PullAnswer[], held = new Map<string, number>()) {
  for (const answer of answers) {
    for (const row of answer.rows.customer ?? []) held.set(row.id, row.points)
    for (const { table, id } of answer.tombstones) if (table === 'customer') held.delete(id)
  }
  return held
}

async function customersOnServer() {
  const rows =
    await running.sql`select id, points from customer where business_id = ${shop.businessId}`
  return new Map(rows.map(({ id, points }) => [id, points]))
}

test('sends a snapshot first and then changes', async () => {
  const device = await newDevice()
  await device.push(device.make('customer.signUp', signUpPayload()))
  const first = await device.pull()
  expect(first.map(({ kind }) => kind)).toEqual(['snapshot'])
  expect(first[0]?.rows).toMatchObject({ business: [{ id: shop.businessId }], reward: [{}] })
  expect(customersAfter(first)).toEqual(await customersOnServer())

  const nothing = await device.pull()
  expect(nothing).toMatchObject([{ kind: 'changes', more: false, rows: {}, verdicts: [] }])

  const payload = signUpPayload()
  await device.push(device.make('customer.signUp', payload))
  const news = await device.pull()
  expect(news[0]?.rows.customer?.map(({ id }) => id)).toEqual([payload.memberId])
})

describe('with a push that names its cursor', () => {
  test('brings what a pull from there answers', async () => {
    const device = await newDevice()
    await device.pull()
    const payload = signUpPayload()
    const { body } = await device.pushAndPull(device.make('customer.signUp', payload))
    expect(body.verdicts).toMatchObject([{ status: 'applied' }])
    expect(body.pull?.rows.customer?.map(({ id }) => id)).toEqual([payload.memberId])
    expect([body.pull]).toEqual(await device.pull([]))
  })

  test('brings nothing where a pull is refused, but gives the verdict', async () => {
    const device = await newDevice()
    await device.pull()
    for (const cursor of ['c1_owner_1_ffffffff-ffff-ffff-ffff-ffffffffffff', 'nonsense']) {
      device.cursor = cursor
      const { body } = await device.pushAndPull(device.make('customer.signUp', signUpPayload()))
      expect(body.verdicts).toMatchObject([{ status: 'applied' }])
      expect(body).not.toHaveProperty('pull')
    }
  })

  test('brings nothing to an account that is removed while the push waits', async () => {
    const email = `leaves.${newId()}@example.com`
    const { businessId } = shop
    const person = { email, firstName: 'Lee', lastName: 'Fox', role: 'staff', businessId } as const
    const staffId = await running.server.doors.platform((db) => addAccount(db, person, new Date()))
    const device = await newDevice(email)
    await device.pull()
    const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    let pushed: ReturnType<TestDevice['pushAndPull']> | undefined
    await running.sql.begin(async (held) => {
      await held`select from business_version where business_id = ${businessId} for update`
      pushed = device.pushAndPull(device.make('customer.signUp', signUpPayload()))
      await untilWaiting(running)
      const removed = await owner.call('business.removeStaff', {
        params: { businessId, staffId },
      })
      expect(removed.status).toBe(200)
    })
    const body = (await pushed)?.body
    expect(body?.verdicts).toMatchObject([{ status: 'applied' }])
    expect(body).not.toHaveProperty('pull')
  })

  test('brings nothing to a locked till', async () => {
    const { till } = await enrollTill(running, shop)
    const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
    const person = await personWithKey(staff, till)
    till.browser.staff = { id: person.person.id, key: person.key }
    const device = new TestDevice(till.browser)
    await device.pull()
    expect(
      (await device.pushAndPull(device.make('customer.signUp', signUpPayload()))).body,
    ).toHaveProperty('pull')
    till.browser.staff = null
    const { body } = await device.pushAndPull(device.make('customer.signUp', signUpPayload()))
    expect(body.verdicts).toHaveLength(1)
    expect(body).not.toHaveProperty('pull')
  })
})

test('sends a coupon used elsewhere as a change', async () => {
  const reader = await newDevice()
  const till = await newDevice()
  const answer = await till.push(till.make('customer.signUp', signUpPayload()))
  const code = String(answer.body.verdicts[0]?.result?.welcomeCoupon)
  const held = (await reader.pull()).flatMap(({ rows }) => rows.coupon ?? [])
  await till.push(till.make('coupon.use', { code }, { v: 2 }))
  const [used, ...others] = (await reader.pull()).flatMap(({ rows }) => rows.coupon ?? [])
  expect(others).toEqual([])
  expect(held.find(({ id }) => id === used?.id)?.usedAt).toBe(null)
  expect(used?.usedAt).not.toBe(null)
})

test('35: misses nothing while others write', async () => {
  const reader = await newDevice()
  const held = customersAfter(await reader.pull())
  const writers = await Promise.all([newDevice(), newDevice(), newDevice()])
  let writing = true
  const written = Promise.all(
    writers.map(async (writer) => {
      for (let round = 0; round < 15; round += 1) {
        const payload = signUpPayload()
        await writer.push(
          writer.make('customer.signUp', payload),
          writer.make('purchase.record', {
            purchaseId: newId(),
            memberId: payload.memberId,
            amount: '3.00',
            note: null,
          }),
        )
      }
    }),
  ).finally(() => {
    writing = false
  })
  while (writing) customersAfter(await reader.pull(), held)
  await written
  customersAfter(await reader.pull(), held)
  expect(held).toEqual(await customersOnServer())
})

test('42: includes a long transaction that commits late', async () => {
  const reader = await newDevice()
  const held = customersAfter(await reader.pull())
  const payload = signUpPayload()
  const writer = await newDevice()
  let release: () => void = () => {}
  const held_open = new Promise<void>((resolve) => {
    release = resolve
  })
  const late = running.server.doors.tenant(shop.businessId, async ({ db }) => {
    await db.execute('update business_version set version = version + 1')
    await held_open
  })
  const pushed = writer.push(writer.make('customer.signUp', payload))
  customersAfter(await reader.pull(), held)
  expect(held.has(payload.memberId)).toBe(false)
  release()
  await late
  expect((await pushed).status).toBe(200)
  customersAfter(await reader.pull(), held)
  expect(held).toEqual(await customersOnServer())
})

describe('many rows', () => {
  let big: TestBusiness
  const rows = limits.pullRows + 700

  beforeAll(async () => {
    big = await createTestBusiness(running)
    await running.sql`
      insert into customer (business_id, id, first_name, last_name, email, email_key,
        mailbox_key, welcome, created_at, version)
      select ${big.businessId}, gen_random_uuid(), 'Many', 'Rows', n || '@example.com',
        n || '@example.com', n || '@example.com', 'refused', now(), 1
      from generate_series(1, ${rows}) as n`
    await running.sql`update business_version set version = 1, members = ${rows}
      where business_id = ${big.businessId}`
  })

  test('36: come as a snapshot in pages, with changes in between', async () => {
    const device = await newDevice(big.staffEmail)
    const writer = await newDevice(big.staffEmail)
    const first = await device.browser.call('sync.pull')
    expect(first.body).toMatchObject({ more: true, progress: { total: rows } })
    const sent = first.body.rows.customer?.map(({ id }) => id) ?? []
    const [unsent] = await running.sql<{ id: string }[]>`select id from customer
      where business_id = ${big.businessId} and not id = any(${sent}) limit 1`
    const changed = [sent[0], unsent?.id] as string[]
    for (const memberId of changed) {
      const purchase = { purchaseId: newId(), memberId, amount: '9.00', note: null }
      await writer.push(writer.make('purchase.record', purchase))
    }
    device.cursor = first.body.cursor
    const rest = await device.browser.call('sync.pull', { query: { cursor: device.cursor } })
    // It excludes newer changes, so it doesn't claim their version.
    expect([rest.body.more, rest.body.version]).toEqual([false, first.body.version])
    const versions = Object.values(rest.body.rows).flatMap((list) =>
      list.map((row) => Number(row.version)),
    )
    expect(Math.max(...versions)).toBeLessThanOrEqual(Number(first.body.version))
    const held = customersAfter([first.body, ...(await device.pull()), ...(await device.pull())])
    expect(held.size).toBe(rows)
    expect(changed.map((id) => held.get(id))).toEqual([9, 9])
  })

  test('come over several pages even within one version', async () => {
    const device = await newDevice(big.ownerEmail)
    await device.pull()
    await running.sql`update customer set points = 5, version = 50
      where business_id = ${big.businessId}`
    await running.sql`
      update business_version set version = 50 where business_id = ${big.businessId}`
    const answers = await device.pull()
    expect(answers.length).toBeGreaterThan(1)
    expect(customersAfter(answers).size).toBe(rows)
  })

  test('39: may end a page on a tombstone', async () => {
    const device = await newDevice(big.ownerEmail)
    const held = customersAfter(await device.pull())
    const [gone] = held.keys()
    await running.sql`insert into tombstone (business_id, table_name, id, version)
      values (${big.businessId}, 'customer', ${gone as string}, 60)`
    await running.sql`
      update business_version set version = 60 where business_id = ${big.businessId}`
    const answers = await device.pull()
    expect(answers.flatMap(({ tombstones }) => tombstones)).toEqual([
      { table: 'customer', id: gone },
    ])
  })
})

describe('must_refetch', () => {
  test('40: for a cursor older than the business remembers', async () => {
    const old = await createTestBusiness(running)
    const device = await newDevice(old.staffEmail)
    await device.pull()
    await running.sql`update business_version set version = 9, min_cursor = 5
      where business_id = ${old.businessId}`
    const answer = await device.browser.call('sync.pull', {
      query: { cursor: device.cursor ?? '' },
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'must_refetch' } })
  })

  test('for a cursor from before deletions that the daily upkeep has forgotten', async () => {
    const old = await createTestBusiness(running)
    const owner = await newDevice(old.ownerEmail)
    const [keep, join] = [signUpPayload(), signUpPayload()]
    await owner.push(owner.make('customer.signUp', keep), owner.make('customer.signUp', join))
    const [behind, current] = [await newDevice(old.staffEmail), await newDevice(old.staffEmail)]
    const held = customersAfter(await behind.pull())
    expect([...held.keys()].sort()).toEqual([keep.memberId, join.memberId].sort())
    await current.pull()
    await owner.push(owner.make('customer.join', { keepId: keep.memberId, joinId: join.memberId }))
    await current.pull()

    const signInAgain = async () => {
      for (const { browser } of [behind, current]) await browser.signIn(old.staffEmail)
    }
    const refetchesAfter = async (days: number) => {
      running.turnClock(days * dayMs)
      await keepAllUp(running.server)
      await signInAgain()
      const { cursor = '' } = behind
      return (await behind.browser.call('sync.pull', { query: { cursor } })).body.code
    }
    try {
      expect(await refetchesAfter(89)).toBeUndefined()
      expect(await refetchesAfter(2)).toBe('must_refetch')
      // Its unsent work arrives, whatever it has pulled.
      const unsent = behind.make('customer.signUp', signUpPayload())
      expect((await behind.push(unsent)).body.verdicts).toMatchObject([{ status: 'applied' }])
      behind.cursor = undefined
      expect([...customersAfter(await behind.pull()).keys()]).not.toContain(join.memberId)
      // The other one knows of the deletion.
      expect((await current.pull())[0]?.kind).toBe('changes')
      const left = await running.sql`select id from tombstone where business_id = ${old.businessId}`
      expect(left).toEqual([])
    } finally {
      running.turnClock(-91 * dayMs)
    }
  })

  test('43: for a cursor of another view or an invalid one', async () => {
    const staff = await newDevice()
    await staff.pull()
    const owner = await newDevice(shop.ownerEmail)
    const id = '00000000-0000-0000-0000-000000000000'
    for (const cursor of [
      staff.cursor ?? '',
      'c1_owner_x',
      'nonsense',
      's1_owner_1_2',
      `c1_owner_-1_${id}`,
      's1_owner_0_-1_0_0',
      's1_owner_-1_0_0_0',
      's1_owner_0_0_-5_-5',
      'r1_owner_-1_customer_0_0_0_0',
      'r1_owner_0__0_0_0_0',
      'r1_owner_0_secrets_0_0_0_0',
      'r1_owner_0_customer_-1_0_0_0',
      'r1_owner_0_customer',
    ]) {
      const answer = await owner.browser.call('sync.pull', { query: { cursor } })
      expect(answer).toMatchObject({ status: 409, body: { code: 'must_refetch' } })
    }
  })
})

test('masks contact details for staff, not for owners', async () => {
  const device = await newDevice()
  const payload = signUpPayload({ email: 'masked.one@example.com', phone: '+1 555 010 0142' })
  await device.push(device.make('customer.signUp', payload))
  const find = (answers: PullAnswer[]) =>
    answers.flatMap(({ rows }) => rows.customer ?? []).find(({ id }) => id === payload.memberId)
  expect(find(await device.pull())).toMatchObject({
    email: 'm•••@example.com',
    phone: '••• 0142',
  })
  const owner = await newDevice(shop.ownerEmail)
  expect(find(await owner.pull())).toMatchObject({
    email: 'masked.one@example.com',
    phone: '+1 555 010 0142',
  })
})

test('sends a poke after each commit, to the business alone', async () => {
  const device = await newDevice()
  const stop = new AbortController()
  const stream = await fetch(`${running.url}/api/sync/pokes`, {
    headers: { Cookie: device.browser.cookie, 'Sec-Fetch-Site': 'same-origin' },
    signal: stop.signal,
  })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  const text = new TextDecoder()
  const other = await createTestBusiness(running)
  const foreign = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
  await foreign.push(foreign.make('customer.signUp', signUpPayload()))
  const pushed = await device.push(device.make('customer.signUp', signUpPayload()))
  let heard = ''
  while (!heard.includes('event: poke')) {
    heard += text.decode((await reader.read()).value, { stream: true })
  }
  stop.abort()
  expect(JSON.parse(heard.match(/data: (.*)/)?.[1] ?? '')).toEqual({
    version: pushed.body.verdicts[0]?.version,
  })
})

test('makes a device ahead of the server fetch again after a restore', async () => {
  const device = await newDevice()
  await device.pull()
  const [kind, view, version, id] = String(device.cursor).split('_')
  const ahead = [kind, view, Number(version) + 5, id].join('_')
  const answer = await device.browser.call('sync.pull', { query: { cursor: ahead } })
  expect([answer.status, answer.body.code]).toEqual([409, 'must_refetch'])
})
