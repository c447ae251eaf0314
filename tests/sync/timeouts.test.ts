/**
 * An operation that always runs into the statement timeout: a trigger sleeps for its note. It ends
 * after a few tries, and neither its own device nor the rest of its business waits for it forever.
 *
 * @module-tag deep
 */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { servingLogin } from '#sync-server/database/logins.ts'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const note = 'Cake for the twins'
/** One try that finds the transaction, then each operation alone. */
const triesMax = 1 + serverLimits.operationTimeouts

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let till: TestDevice

beforeAll(async () => {
  const { sql } = running
  await sql`create sequence slept`
  await sql`grant usage on sequence slept to public`
  await sql`create function sleep_for_note() returns trigger language plpgsql as $$
    begin
      if new.note = ${sql.unsafe(`'${note}'`)} then
        perform nextval('slept');
        perform pg_sleep(60);
      end if;
      return new;
    end $$`
  await sql`create trigger sleep_for_note before insert on purchase
    for each row execute function sleep_for_note()`
  const database = new URL(running.database.ownerUrl).pathname.slice(1)
  await sql.unsafe(
    `alter role ${servingLogin} in database ${database} set statement_timeout = '1s'`,
  )
  // New connections have the shorter timeout.
  await running.crash()
})
beforeEach(async () => {
  await running.sql`select setval('slept', 1, false)`
  shop = await createTestBusiness(running)
  await fillCustomers(running, shop.businessId, 24)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  till = await newTill()
})

const newTill = async () =>
  new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))

/** How often the trigger slept. */
async function sleeps(): Promise<number> {
  const [row] = await running.sql`
    select case when is_called then last_value else 0 end::int as count from slept`
  return Number(row?.count)
}

async function pointsOf(memberId: string): Promise<number | undefined> {
  const [row] = await running.sql`select points from customer where id = ${memberId}`
  return row?.points
}

const sale = (memberId: string, amount: string, changes: { note?: string } = {}) => ({
  purchaseId: newId(),
  memberId,
  amount,
  note: null,
  ...changes,
})
const slowSale = (memberId: string) => sale(memberId, '7.00', { note })

async function join(): Promise<string> {
  const payload = signUpPayload()
  await pushUntilAnswered(till.make('customer.signUp', payload))
  return payload.memberId
}

/** @returns the tries it took, and how the operations ended */
async function pushUntilAnswered(...operations: PushedOperation[]) {
  for (let tries = 1; tries <= 2 * triesMax; tries += 1) {
    const { status, body } = await till.push(...operations)
    if (status === 200)
      return { tries, ends: body.verdicts.map((each) => each.code ?? each.status) }
    expect([status, body.code]).toEqual([503, 'unavailable'])
  }
  throw new Error('the push was never answered')
}

test('parks a sale that always times out, and lets its device and the whole shop go on', async () => {
  const memberId = await join()
  const other = await createTestBusiness(running)
  const elsewhere = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
  const second = await newTill()
  const browser = await new RealBrowser(running, shop).signIn(shop.staffEmail)
  const device = await browser.open()
  await device.sync()
  browser.isOffline = true
  await device.perform('purchase.record', sale(memberId, '10.00'))
  await device.perform('purchase.record', slowSale(memberId))
  const late = signUpPayload()
  await device.perform('customer.signUp', late)
  await device.perform('purchase.record', sale(late.memberId, '30.00'))
  browser.isOffline = false

  let unavailable = 0
  /** Makes a call of the rest of the shop, and repeats it with the same ids after a 503. */
  async function untilDone(ask: () => Promise<{ status: number }>) {
    for (;;) {
      const { status } = await ask()
      if (status < 300) return
      expect(status).toBe(503)
      unavailable += 1
    }
  }
  let rounds = 0
  while (device.status.getState().pendingCount > 0 && rounds < 2 * triesMax) {
    rounds += 1
    const coffee = second.make('purchase.record', sale(memberId, '1.00'))
    const tea = elsewhere.make('customer.signUp', signUpPayload())
    const [key, person] = [newId(), { ...signUpPayload(), id: newKey() }]
    await Promise.all([
      device.sync(),
      untilDone(() => second.push(coffee)),
      untilDone(() => elsewhere.push(tea)),
      untilDone(() =>
        new TestBrowser(running.url).call('customer.signUp', {
          params: { code: shop.code },
          body: person,
          headers: { 'Idempotency-Key': key },
        }),
      ),
    ])
  }
  const { pendingCount, parkedCount, problem } = device.status.getState()
  expect([pendingCount, parkedCount, problem]).toEqual([0, 1, null])
  expect(rounds).toBeLessThanOrEqual(triesMax + 1)
  expect(await sleeps()).toBe(triesMax)
  // Only callers that shared its first transaction had to ask again.
  expect(unavailable).toBeLessThanOrEqual(2)
  expect(await pointsOf(memberId)).toBe(100 + 10 + rounds)
  expect(await pointsOf(late.memberId)).toBe(130)
  // From now on nothing waits for it.
  const after = second.make('purchase.record', sale(memberId, '1.00'))
  expect((await second.push(after)).body.verdicts).toMatchObject([{ status: 'applied' }])
  expect(await sleeps()).toBe(triesMax)
  const { body: held } = await owner.call('business.parked', {
    params: { businessId: shop.businessId },
  })
  expect(held).toMatchObject([{ reason: 'server_error', payload: { note, amount: '7.00' } }])
  device.close()
})

test('goes on counting after a restart', async () => {
  const memberId = await join()
  const operations = [
    till.make('purchase.record', slowSale(memberId)),
    till.make('purchase.record', sale(memberId, '3.00')),
  ]
  let tries = 0
  let status = 0
  while (status !== 200 && tries < 20) {
    tries += 1
    const answer = await till.push(...operations)
    status = answer.status
    // Each process learns by one try which transaction is at fault.
    if (tries % 2 === 0) await running.crash()
  }
  expect(tries).toBe(2 * serverLimits.operationTimeouts)
  expect(await pointsOf(memberId)).toBe(103)
})

test('parks nothing that a slow moment delayed', async () => {
  const memberId = await join()
  const asked = till.make('purchase.record', slowSale(memberId))
  for (let tries = 1; tries < triesMax; tries += 1) {
    expect((await till.push(asked)).status).toBe(503)
  }
  await running.sql`alter table purchase disable trigger sleep_for_note`
  expect(await pushUntilAnswered(asked)).toEqual({ tries: 1, ends: ['applied'] })
  await running.sql`alter table purchase enable trigger sleep_for_note`
})

test('lets a member arrive for whom such a sale waits', async () => {
  const payload = signUpPayload()
  const waiting = [slowSale(payload.memberId), sale(payload.memberId, '5.00')]
  const operations = waiting.map((each) => till.make('purchase.record', each))
  expect((await pushUntilAnswered(...operations)).ends).toEqual(
    waiting.map(() => 'member_not_arrived'),
  )
  const arrival = await pushUntilAnswered(till.make('customer.signUp', payload))
  expect(arrival).toEqual({ tries: triesMax, ends: ['applied'] })
  expect(await pointsOf(payload.memberId)).toBe(105)
})

test('lets a business go on after a pause in which such a sale was held', async () => {
  const memberId = await join()
  const setStatus = (status: string) =>
    running.sql`update business set status = ${status} where id = ${shop.businessId}`
  await setStatus('suspended')
  const held = [slowSale(memberId), sale(memberId, '5.00')]
  await pushUntilAnswered(...held.map((each) => till.make('purchase.record', each)))
  await setStatus('active')
  await expect(resumeBusiness(running.server, shop.businessId)).rejects.toThrow()
  const { tries, ends } = await pushUntilAnswered(
    till.make('purchase.record', sale(memberId, '1.00')),
  )
  expect([tries, ends]).toEqual([triesMax - 1, ['applied']])
  expect(await pointsOf(memberId)).toBe(106)
})

test('keeps such a sale on hold when the owner accepts it, and settles the others', async () => {
  const memberId = await join()
  await pushUntilAnswered(till.make('purchase.record', slowSale(memberId)))
  await running.sql`update outbox set last_heard_at = now() - interval '400 days'
    where outbox_id = ${till.outboxId}`
  const silent = await pushUntilAnswered(till.make('purchase.record', sale(memberId, '5.00')))
  expect(silent.ends).toEqual(['outbox_silent'])
  const before = await sleeps()
  const { status, body } = await owner.call('business.decideParked', {
    params: { businessId: shop.businessId },
    body: { accept: true },
  })
  expect([status, body]).toEqual([200, { settled: 1 }])
  expect(await sleeps()).toBe(before + 1)
  expect(await pointsOf(memberId)).toBe(105)
})
