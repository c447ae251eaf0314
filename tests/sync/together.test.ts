/**
 * Concurrent callers of one business share a transaction. Each is judged as if it had come alone,
 * in order: a refusal or failure of one affects no other.
 */
import { beforeAll, expect, test } from 'vitest'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

const running = serverOfFile()
let shop: TestBusiness

beforeAll(async () => {
  shop = await createTestBusiness(running)
})

async function signUp(changes: Record<string, unknown> = {}, key?: string, at = shop) {
  const answer = await new TestBrowser(running.url).call('customer.signUp', {
    params: { code: at.code },
    body: { ...signUpPayload(), id: newKey(), ...changes },
    headers: key ? { 'Idempotency-Key': key } : {},
  })
  const body = answer.body as typeof answer.body & { code?: string }
  return { status: answer.status, code: body.code, body }
}

/** On a slow machine some calls run into the time limit, so they ask again. */
async function joinAtLast(its: TestBusiness): Promise<number> {
  const [key, payload] = [newId(), { ...signUpPayload(), id: newKey() }]
  for (;;) {
    const { status } = await signUp(payload, key, its)
    if (status !== 503) return status
  }
}

async function countIn(what: 'customer' | 'customer_key' | 'applied_operation', at = shop) {
  const [row] = await running.sql`select count(*)::int as count from ${running.sql(what)}
    where business_id = ${at.businessId}`
  return row?.count ?? 0
}

async function versionOf({ businessId }: TestBusiness): Promise<number> {
  const [row] =
    await running.sql`select version from business_version where business_id = ${businessId}`
  return Number(row?.version)
}

/** Blocks all writes of these businesses until released. */
async function hold(...businesses: TestBusiness[]): Promise<() => Promise<void>> {
  const ids = businesses.map(({ businessId }) => businessId)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const holding = running.sql.begin(async (tx) => {
    for (const id of ids) {
      await tx`select from business_version where business_id = ${id} for update`
    }
    isHeld()
    await released
  })
  await held
  return async () => {
    release()
    await holding
  }
}

test('serves sixty at once in few transactions, each with its own answer', async () => {
  const its = await createTestBusiness(running)
  const answers = await Promise.all(Array.from({ length: 60 }, () => signUp({}, newId(), its)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.customer.id)).size).toBe(60)
  expect(new Set(answers.map(({ body }) => body.welcomeCoupon)).size).toBe(60)
  expect([await countIn('customer', its), await countIn('customer_key', its)]).toEqual([60, 120])
  expect(await versionOf(its)).toBeLessThan(30)
})

test('refuses duplicates as if they had come one after the other', async () => {
  const its = await createTestBusiness(running)
  const email = `${newId()}@example.com`
  const [memberId, key] = [newId(), newKey()]
  const letGo = await hold(its)
  const asked = [
    ...Array.from({ length: 5 }, () => signUp({ email: email.toUpperCase() }, newId(), its)),
    ...Array.from({ length: 5 }, () => signUp({ memberId }, newId(), its)),
    ...Array.from({ length: 5 }, () => signUp({ id: key }, newId(), its)),
    signUp({}, newId(), its),
  ]
  await letGo()
  const answers = await Promise.all(asked)
  const codes = (from: number) =>
    answers.slice(from, from + 5).map(({ status, code }) => code ?? status)
  expect(codes(0).sort()).toEqual([201, ...Array(4).fill('already_member')])
  expect(codes(5).sort()).toEqual([201, ...Array(4).fill('id_taken')])
  expect(codes(10).sort()).toEqual([201, ...Array(4).fill('id_taken')])
  expect(answers.at(-1)?.status).toBe(201)
  expect(await countIn('customer', its)).toBe(4)
  // Two keys per customer, on the phone and in the welcome mail, plus one in the mail queued for
  // the four that were refused.
  expect(await countIn('customer_key', its)).toBe(9)
  expect(await countIn('applied_operation', its)).toBe(16)
})

test('performs a key once, and refuses it with another body', async () => {
  const its = await createTestBusiness(running)
  const key = newId()
  const same = { ...signUpPayload(), id: newKey() }
  const letGo = await hold(its)
  const asked = [
    ...Array.from({ length: 4 }, () => signUp(same, key, its)),
    signUp({ ...same, firstName: 'Else' }, key, its),
  ]
  await letGo()
  const answers = await Promise.all(asked)
  // Whichever came first wins; requests with its body get its answer, the others are refused.
  const done = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 422)
  expect([1, 4]).toContain(done.length)
  expect(done).toEqual(done.map(() => done[0]))
  expect(refused.map(({ code }) => code)).toEqual(Array(5 - done.length).fill('key_reused'))
  expect(await countIn('customer', its)).toBe(1)
})

test('isolates the one that breaks the transaction', async () => {
  const its = await createTestBusiness(running)
  const id = newKey()
  expect((await signUp({ id })).status).toBe(201)
  const letGo = await hold(its)
  // Another customer already has this key; only the database knows, and it aborts the transaction.
  const asked = [signUp({}, newId(), its), signUp({ id }, newId(), its), signUp({}, newId(), its)]
  await letGo()
  const answers = await Promise.all(asked)
  expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([201, 201, 'id_taken'])
  expect(await countIn('customer', its)).toBe(2)
})

test('lets pushes and documented calls share one, with work that depends on a sign-up of the same push', async () => {
  const its = await createTestBusiness(running)
  const till = new TestDevice(await new TestBrowser(running.url).signIn(its.staffEmail))
  const people = [signUpPayload(), signUpPayload(), signUpPayload()]
  const operations = people.flatMap((person) => [
    till.make('customer.signUp', person),
    till.make('purchase.record', {
      purchaseId: newId(),
      memberId: person.memberId,
      amount: '12.00',
      note: null,
    }),
  ])
  const letGo = await hold(its)
  const asked = [
    till.push(...operations),
    signUp({}, newId(), its),
    signUp({}, newId(), its),
  ] as const
  await letGo()
  const [pushed, ...joined] = await Promise.all(asked)
  expect(pushed.body.verdicts.map(({ status }) => status)).toEqual(Array(6).fill('applied'))
  expect(joined.map(({ status }) => status)).toEqual([201, 201])
  const rows = await running.sql`
    select points from customer where business_id = ${its.businessId} order by points`
  expect(rows.map(({ points }) => points)).toEqual([100, 100, 112, 112, 112])
})

test('leaves nothing of a refused batch, not even its sequence numbers', async () => {
  const its = await createTestBusiness(running)
  const till = new TestDevice(await new TestBrowser(running.url).signIn(its.staffEmail))
  const operations = [till.make('customer.signUp', signUpPayload(), { seq: 8 })]
  const { outboxId, browser } = till
  const body = { outboxId, deviceNow: new Date().toISOString(), settledSeq: 7, operations }
  const letGo = await hold(its)
  const asked = [browser.call('sync.push', { body }), signUp({}, newId(), its)] as const
  await letGo()
  const [pushed, joined] = await Promise.all(asked)
  expect([pushed.status, pushed.body.code]).toEqual([409, 'must_refetch'])
  const [outbox] = await running.sql`select 1 from outbox where outbox_id = ${outboxId}`
  expect(outbox).toBeUndefined()
  expect(joined.status).toBe(201)
  expect(await countIn('customer', its)).toBe(1)
})

test('refuses visitors in time while sign-ups at too many businesses wait, and says when to return', async () => {
  const { turnsPerCaller, writersAtOnce } = serverLimits
  const crowded = []
  for (let count = 0; count < writersAtOnce / turnsPerCaller; count += 1)
    crowded.push(await createTestBusiness(running))
  const calm = await createTestBusiness(running)
  const letGo = await hold(...crowded)
  const asked = crowded.flatMap((its) =>
    Array.from({ length: turnsPerCaller }, () => joinAtLast(its)),
  )
  await untilWaiting(running, crowded.length)
  const visitor = new TestBrowser(running.url)
  const join = (payload = { ...signUpPayload(), id: newKey() }) =>
    visitor.call('customer.signUp', { params: { code: calm.code }, body: payload })
  const refused = await join()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await visitor.call('signUp.lookUp', { params: { code: calm.code } })).status).toBe(200)
  await letGo()
  expect(await Promise.all(asked)).toEqual(asked.map(() => 201))
  expect((await join()).status).toBe(201)
  expect(await countIn('customer', calm)).toBe(1)
})

test('refuses tills in time while pushes of too many businesses wait, and takes the same push later', async () => {
  const { turnsPerCaller, writersAtOnce } = serverLimits
  const crowded = []
  for (let count = 0; count < writersAtOnce / turnsPerCaller; count += 1)
    crowded.push(await createTestBusiness(running))
  const calm = await createTestBusiness(running)
  const signIn = async (its: TestBusiness) => {
    const staff = await new TestBrowser(running.url).signIn(its.staffEmail)
    // The first call of a session counts against its network.
    await staff.call('auth.user')
    return staff
  }
  const till = new TestDevice(await signIn(calm))
  const operation = till.make('customer.signUp', signUpPayload())
  const tills: TestDevice[] = []
  for (const its of crowded) {
    const staff = await signIn(its)
    for (let count = 0; count < turnsPerCaller; count += 1) tills.push(new TestDevice(staff))
  }
  const letGo = await hold(...crowded)
  const asked = tills.map((each) => each.push(each.make('customer.signUp', signUpPayload())))
  await untilWaiting(running, crowded.length)
  const refused = await till.push(operation)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await signUp({}, newId(), calm)).status).toBe(201)
  expect((await till.pull()).length).toBeGreaterThan(0)
  await letGo()
  await Promise.all(asked)
  expect((await till.push(operation)).body.verdicts).toMatchObject([{ status: 'applied' }])
})

test('blocks no other business while one business’s crowd waits', async () => {
  const [busy, calm] = [await createTestBusiness(running), await createTestBusiness(running)]
  const letGo = await hold(busy)
  let isOver = false
  const crowd = Promise.all(Array.from({ length: 80 }, () => joinAtLast(busy))).finally(() => {
    isOver = true
  })
  const staff = await new TestBrowser(running.url).signIn(calm.staffEmail)
  const till = new TestDevice(staff)
  for (let n = 0; n < 4; n += 1) {
    expect((await signUp({}, newId(), calm)).status).toBe(201)
    expect((await till.push(till.make('customer.signUp', signUpPayload()))).status).toBe(200)
  }
  expect(isOver).toBe(false)
  await letGo()
  expect(await crowd).toEqual(Array(80).fill(201))
})

test('keeps the verdict for a caller that hangs up, under the same key', async () => {
  const its = await createTestBusiness(running)
  const [key, payload] = [newId(), { ...signUpPayload(), id: newKey() }]
  const letGo = await hold(its)
  const stop = new AbortController()
  const asked = fetch(`${running.url}/api/signup/${its.code}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(payload),
    signal: stop.signal,
  }).catch((error: Error) => error.name)
  const beside = signUp({}, newId(), its)
  stop.abort()
  expect(await asked).toBe('AbortError')
  await letGo()
  expect((await beside).status).toBe(201)
  expect((await signUp(payload, key, its)).status).toBe(201)
  expect(await countIn('customer', its)).toBe(2)
})
