/** Phone numbers as the server compares them: in E.164, by the country of the business. */
import { beforeAll, expect, test } from 'vitest'
import type { ProgramChanges } from '#schema/contract/program.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { keepUpNow } from '#tests/support/upkeep.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
})

async function join(phone: string): Promise<string> {
  const member = signUpPayload({ memberId: newId(), phone })
  await owner.push(owner.make('customer.signUp', member))
  return member.memberId
}

async function stored(memberId: string) {
  const [row] = await running.sql`select phone, phone_e164 as e164, phone_country as country
    from customer where id = ${memberId}`
  return row
}

async function changeProgram(changes: ProgramChanges) {
  const [row] = await running.sql`
    select program_revision as revision from business where id = ${shop.businessId}`
  const revision = row?.revision ?? ''
  const { body } = await owner.push(owner.make('program.change', { revision, changes }))
  expect(body.verdicts[0]).toMatchObject({ status: 'applied' })
}

test('keeps a number as typed, and parses it with the country of the time zone', async () => {
  for (const [typed, e164] of [
    ['(415) 555-2671', '+14155552671'],
    ['+1 415-555-2671', '+14155552671'],
    ['415.555.2671', '+14155552671'],
    ['+44 20 7946 0958', '+442079460958'],
    ['020 7946 0958', null],
    ['555-0142', null],
  ] as const) {
    expect(await stored(await join(typed))).toEqual({ phone: typed, e164, country: 'US' })
  }
  expect(await stored(await join(''))).toEqual({ phone: null, e164: null, country: 'US' })
})

test('parses a corrected number', async () => {
  const memberId = await join('(415) 555-2671')
  const change = { changes: { phone: '415 555 2672' }, seen: { phone: '(415) 555-2671' } }
  await owner.push(owner.make('customer.change', { memberId, ...change }))
  expect(await stored(memberId)).toMatchObject({ e164: '+14155552672' })
  const removal = { changes: { phone: '' }, seen: { phone: '415 555 2672' } }
  await owner.push(owner.make('customer.change', { memberId, ...removal }))
  expect(await stored(memberId)).toMatchObject({ phone: null, e164: null })
})

test('parses numbers again after the owner chose another country, and those of earlier releases', async () => {
  const [local, foreign, earlier] = [
    await join('020 7946 0958'),
    await join('+1 415-555-2671'),
    await join('020 7946 0959'),
  ]
  await running.sql`
    update customer set phone_e164 = null, phone_country = null where id = ${earlier}`
  await changeProgram({ country: 'GB' })
  const device = await owner.pull()
  expect(device.flatMap(({ rows }) => rows.business ?? []).at(-1)).toMatchObject({ country: 'GB' })
  await keepUpNow(running)
  expect(await stored(local)).toMatchObject({ e164: '+442079460958', country: 'GB' })
  expect(await stored(foreign)).toMatchObject({ e164: '+14155552671', country: 'GB' })
  expect(await stored(earlier)).toMatchObject({ e164: '+442079460959', country: 'GB' })
})

test('parses only numbers with a country code while the country is unknown', async () => {
  const other = await createTestBusiness(running)
  await running.sql`update business set time_zone = null where id = ${other.businessId}`
  const browser = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const device = new TestDevice(browser)
  const typed = ['+1 415-555-2671', '415-555-2671'].map((phone) =>
    signUpPayload({ memberId: newId(), phone }),
  )
  await device.push(...typed.map((member) => device.make('customer.signUp', member)))
  expect(await stored(typed[0]?.memberId ?? '')).toMatchObject({
    e164: '+14155552671',
    country: '',
  })
  expect(await stored(typed[1]?.memberId ?? '')).toMatchObject({ e164: null, country: '' })
})

test('refuses what is no country', async () => {
  const { body } = await owner.push(
    owner.make('program.change', { revision: newId(), changes: { country: 'uk' } }),
  )
  expect(body.verdicts[0]).toMatchObject({ status: 'refused', code: 'validation_failed' })
})
