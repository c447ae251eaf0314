/**
 * An owner's export of everything: complete, consistent, only theirs, one at a time.
 *
 * @module-tag deep
 */
import { mkdtempSync, readdirSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { fillHistory } from '#tests/support/fill-history.ts'
import { forgetTries } from '#tests/support/people.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'regulars-export-'))
let running: TestServer
let shop: TestBusiness
let other: TestBusiness
let device: TestDevice

beforeAll(async () => {
  running = await startTestServer({ DATA_DIR: folder })
  shop = await createTestBusiness(running)
  other = await createTestBusiness(running)
  device = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
})
afterAll(() => running.close())

const everything = /^(activity|campaigns|consents|coupons|members|points|purchases|rewards)\.csv$/

/** The archive's files by name. */
async function unzip(content: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(content)
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  }
  return files
}

const ask = ({ businessId }: TestBusiness) =>
  fetch(`${running.url}/api/business/${businessId}/export`, {
    method: 'POST',
    headers: { Cookie: device.browser.cookie, 'Sec-Fetch-Site': 'same-origin' },
  })

async function download(): Promise<Record<string, string>> {
  const answer = await ask(shop)
  expect(answer.status).toBe(200)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

/** The exports that this process has open; they have no name any more. */
const openFiles = () =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)
    } catch {
      return false
    }
  })

interface Everything {
  members: { memberId: string; points: number; firstName: string }[]
  points: { memberId: string; points: number }[]
  coupons: { id: string }[]
  purchases: { memberId: string; amount: string }[]
}

test('writes every row of the business as spreadsheets and as JSON, without coupon codes', async () => {
  const named = signUpPayload({ firstName: '=HYPERLINK("x")', lastName: 'Ünal' })
  const sale = { memberId: named.memberId, purchaseId: named.memberId, amount: '12.50', note: null }
  const { body } = await device.push(
    device.make('customer.signUp', named),
    device.make('purchase.record', sale),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])
  await new TestBrowser(running.url).call('customer.signUp', {
    params: { code: other.code },
    body: { ...signUpPayload({ firstName: 'Stranger' }), id: crypto.randomUUID() },
  })

  const files = await download()
  expect(Object.keys(files).filter((name) => everything.test(name))).toHaveLength(8)
  const all: Everything = JSON.parse(files['everything.json'] ?? '')
  expect(all.members).toMatchObject([{ memberId: named.memberId, firstName: named.firstName }])
  expect(all.purchases).toMatchObject([{ memberId: named.memberId, amount: '12.50' }])
  expect(files['members.csv']).toContain(`"'=HYPERLINK(""x"")",Ünal,${named.email}`)
  expect(files['consents.csv']?.split('\r\n')).toHaveLength(1 + 5 + 1)
  const [{ code } = { code: '' }] =
    await running.sql`select code from coupon where member_id = ${named.memberId}`
  expect(code).not.toBe('')
  const whole = Object.values(files).join('')
  expect(whole).not.toContain(code)
  expect(whole).not.toContain('Stranger')
  const query = { act: 'business.export' as const }
  const { body: acts } = await device.browser.call('business.audit', {
    params: { businessId: shop.businessId },
    query,
  })
  expect(acts).toHaveLength(1)
})

test('shows one moment of 2,500 members while the till goes on selling', async () => {
  await fillHistory(running, shop.businessId, 2_500)
  const member = signUpPayload()
  await device.push(device.make('customer.signUp', member))
  const { memberId } = member
  const sell = () =>
    device.push(
      device.make('purchase.record', {
        memberId,
        purchaseId: crypto.randomUUID(),
        amount: '1.00',
        note: null,
      }),
    )
  const asked = ask(shop)
  let isDone = false
  const selling = (async () => {
    while (!isDone) await sell()
  })()
  const answer = await asked
  const files = await unzip(Buffer.from(await answer.arrayBuffer()))
  isDone = true
  await selling
  const all: Everything = JSON.parse(files['everything.json'] ?? '')
  expect(all.members).toHaveLength(2_502)
  expect(files['members.csv']?.split('\r\n')).toHaveLength(1 + 2_502 + 1)
  const earned = all.points.filter((entry) => entry.memberId === memberId)
  const shown = all.members.find((each) => each.memberId === memberId)
  expect(earned.reduce((sum, { points }) => sum + points, 0)).toBe(shown?.points)
  expect(files['points.csv']?.split('\r\n')).toHaveLength(1 + all.points.length + 1)
})

test('leaves no file behind, even after an aborted download', async () => {
  const answer = await ask(shop)
  expect(openFiles()).toHaveLength(1)
  await answer.body?.cancel()
  await expect.poll(openFiles).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('is refused when the database refuses a read halfway', async () => {
  await running.sql.begin(async (inOne) => {
    await inOne`lock table campaign in access exclusive mode`
    expect((await ask(shop)).status).toBe(503)
    return []
  })
  expect(readdirSync(folder)).toEqual([])
})

test('writes one export of a business at a time, and six an hour', async () => {
  await forgetTries(running)
  const held = `export ${shop.businessId}`
  await running.sql.begin(async (inOne) => {
    await inOne`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`
    const second = await ask(shop)
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '30'])
    return []
  })
  for (let at = 1; at < serverLimits.businessExportsPerHour; at += 1) await download()
  expect((await ask(shop)).status).toBe(429)
})

test('asks for the password again after a while', async () => {
  await running.sql`update session set elevated_until = now()`
  const answer = await ask(shop)
  expect([answer.status, (await answer.json()).code]).toEqual([403, 'password_needed'])
})
