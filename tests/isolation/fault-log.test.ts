/**
 * Database faults in the log: enough for an operator to act on, and no value of a statement. Each
 * fault is real: a wrong grant, a column changed under a running server, data of the wrong type.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeFault } from '#sync-server/database/fault.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createLog } from '#sync-server/telemetry.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

const logged: string[] = []
const someone = {
  firstName: 'Wilhelmina',
  lastName: 'Featherstonehaugh',
  email: 'very.private@example.com',
  phone: '+1 555 867 5309',
}
let running: TestServer
let shop: TestBusiness
let owner: TestBrowser
let device: TestDevice

beforeAll(async () => {
  const log = createLog((line) => logged.push(line))
  running = await startTestServer({}, { log, connections: { serving: 1, platform: 1 } })
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  device = new TestDevice(owner)
})
beforeEach(() => {
  logged.length = 0
})
afterAll(() => running.close())

/** Runs as the tables' owner. */
const alter = (statement: string) => running.sql.unsafe(statement)
const listRewards = () =>
  owner.call('business.rewards', { params: { businessId: shop.businessId } })
const logText = () => logged.map((line) => JSON.parse(line).reason ?? '').join('\n')

function expectNothingOf(person: Record<string, string>): void {
  const text = logged.join('\n').toLowerCase()
  for (const value of Object.values(person)) {
    expect(text).not.toContain(value.toLowerCase())
  }
}

test('names the table and the statement after a wrong revoke', async () => {
  await alter('revoke select on reward from regulars_serving')
  const answer = await listRewards()
  await alter('grant select on reward to regulars_serving')
  expect(answer.status).toBe(500)
  expect(logText()).toContain('database 42501 permission denied for table reward')
  expect(logText()).toMatch(
    /statement: select .* from "reward" where \("reward"."business_id" = \$1/,
  )
  expect(logText()).not.toContain(shop.businessId)
})

test('quotes the message of an unsupported feature', async () => {
  expect((await listRewards()).status).toBe(200)
  // The single connection has prepared the statement with the column's old type.
  await alter('alter table reward alter column name type varchar(300)')
  const answer = await listRewards()
  await alter('alter table reward alter column name type text')
  expect(answer.status).toBe(500)
  expect(logText()).toContain('database 0A000 cached plan must not change result type')
  expect(logText()).toMatch(/statement: select .* from "reward"/)
})

test('logs a unique violation without the values', async () => {
  await alter('create unique index one_of_a_name on customer (business_id, last_name)')
  await device.push(device.make('customer.signUp', signUpPayload({ ...someone })))
  const again = { ...someone, email: 'another.address@example.com' }
  const pushed = await device.push(device.make('customer.signUp', signUpPayload(again)))
  await alter('drop index one_of_a_name')
  expect(pushed.body.verdicts[0]?.code).toBe('server_error')
  expect(logText()).toContain('database 23505 one_of_a_name')
  expect(logText()).toContain('statement: insert into')
  expectNothingOf(someone)
  expectNothingOf(again)
})

test('logs invalid text without the text', async () => {
  const joined = signUpPayload({ email: 'somebody.else@example.com' })
  await device.push(device.make('customer.signUp', joined))
  await alter('alter table customer alter column note type integer using null')
  const note = 'Allergic to hazelnuts'
  const pushed = await device.push(
    device.make('customer.note', { memberId: joined.memberId, note, noteSeen: '' }),
  )
  await alter('alter table customer alter column note type text')
  expect(pushed.body.verdicts[0]?.code).toBe('server_error')
  expect(logText()).toMatch(/database 22P02\n {2}statement: update "customer"/)
  expectNothingOf({ note, email: joined.email, memberId: joined.memberId })
})

test('leaves passwords out of a statement that holds one', async () => {
  const password = `secret-${newId()}`
  const failed = await alter(`create role regulars_serving password '${password}'`).then(
    () => null,
    (error: unknown) => error,
  )
  const reason = describeFault(failed)
  expect(reason).toContain('statement: create role regulars_serving password')
  expect(reason).not.toContain(password)
})
