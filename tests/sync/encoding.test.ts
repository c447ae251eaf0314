/** Compression of the sync protocol: what a push may bring, and how answers come. */
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let device: TestDevice
beforeAll(async () => {
  const shop = await createTestBusiness(running)
  device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
})

const push = (text = '') => ({
  outboxId: device.outboxId,
  deviceNow: new Date().toISOString(),
  operations: [device.make('customer.signUp', signUpPayload({ firstName: `Bo${text}` }))],
})

/** A page's own call, without the decoding that `fetch` does. */
function send(body: Buffer, headers: Record<string, string>) {
  return new Promise<{ status?: number; headers: object; sent: Buffer }>((resolve, reject) => {
    const asked = request(`${running.url}/api/sync/push`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Dest': 'empty',
        Cookie: device.browser.cookie,
        ...headers,
      },
    })
    asked.on('error', reject)
    asked.on('response', async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve({
        ...(answer.statusCode !== undefined && { status: answer.statusCode }),
        headers: answer.headers,
        sent: Buffer.concat(parts),
      })
    })
    asked.end(body)
  })
}

const packed = { 'Content-Encoding': 'gzip' }

test('takes a compressed push as it takes a plain one', async () => {
  const body = gzipSync(JSON.stringify(push()))
  const { status, sent } = await send(body, packed)
  expect(status).toBe(200)
  expect(JSON.parse(String(sent))).toMatchObject({ verdicts: [{ status: 'applied' }] })
})

test('answers in the encoding that the device accepts', async () => {
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0', undefined, (sent: Buffer) => sent],
  ] as const) {
    const answer = await send(Buffer.from(JSON.stringify(push())), { 'Accept-Encoding': accepted })
    expect(answer.headers).toMatchObject({ 'content-length': String(answer.sent.byteLength) })
    expect((answer.headers as Record<string, string>)['content-encoding']).toBe(encoding)
    expect(JSON.parse(String(unpack(answer.sent)))).toMatchObject({ missing: 0 })
  }
})

test('refuses a body that is too large unpacked, or none', async () => {
  const large = gzipSync(' '.repeat(limits.pushBytes) + JSON.stringify(push()))
  const whole = gzipSync(JSON.stringify(push()))
  for (const [body, expected] of [
    [large, 413],
    [Buffer.from(JSON.stringify(push())), 400],
    [whole.subarray(0, -20), 400],
  ] as const) {
    const { status, headers } = await send(body, packed)
    expect(status).toBe(expected)
    expect(headers).toHaveProperty('x-request-id')
  }
})

test('unpacks nothing for a caller without a session', async () => {
  const large = gzipSync(' '.repeat(limits.pushBytes) + JSON.stringify(push()))
  expect(await send(large, { ...packed, Cookie: '' })).toMatchObject({ status: 401 })
})
