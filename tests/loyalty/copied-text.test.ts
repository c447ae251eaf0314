/** Copied numbers and names with invisible characters, through each way to sign up. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { copiedPhones } from '#tests/support/copied-phones.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let visitor: TestBrowser
let device: TestDevice

beforeAll(async () => {
  shop = await createTestBusiness(running)
  visitor = new TestBrowser(running.url)
  device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
})

const typed = (changes: object) => ({
  firstName: 'Ada',
  lastName: 'Lovejoy',
  email: `${randomUUID()}@example.com`,
  termsAccepted: true,
  privacyPolicyAccepted: true,
  ...changes,
})

async function joinByCall(body: { email: string }): Promise<void> {
  const answer = await visitor.call('customer.signUp', {
    params: { code: shop.code },
    body: body as never,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
}

async function joinByPush(body: { email: string }): Promise<void> {
  const answer = await device.push(device.make('customer.signUp', signUpPayload(body)))
  expect(answer.body.verdicts).toMatchObject([{ status: 'applied' }])
}

const ways = [
  ['the documented call', joinByCall],
  ['the push', joinByPush],
] as const

test.each(ways)('%s keeps a copied phone number as it looked', async (_, join) => {
  for (const [, copied, kept] of copiedPhones) {
    const body = typed({ phone: copied })
    await join(body)
    const rows = await running.sql`select phone from customer where email = ${body.email}`
    expect(rows).toEqual([{ phone: kept }])
  }
})

test.each(ways)('%s removes invisible characters from a copied name', async (_, join) => {
  const body = typed({ firstName: '\u2068Maeve\u2069', lastName: 'O’\u200bShea\ufeff' })
  await join(body)
  const rows =
    await running.sql`select first_name, last_name from customer where email = ${body.email}`
  expect(rows).toEqual([{ first_name: 'Maeve', last_name: 'O’Shea' }])
})

test('refuses an invisible name and a number with too few digits', async () => {
  for (const [field, value] of [
    ['firstName', '\u200b\u3164'],
    ['phone', '\u202a+1 55\u202c'],
    ['phone', '\u200bcall me'],
  ] as const) {
    const answer = await visitor.call('customer.signUp', {
      params: { code: shop.code },
      body: typed({ [field]: value }) as never,
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  }
})
