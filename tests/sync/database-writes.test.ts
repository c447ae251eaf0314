/**
 * Counts how often the server writes to its database connections. Each write costs a system call
 * and most cost a round trip, so statements that need no earlier answer go out together. News for
 * other servers has a connection of its own, and waits for more (pokes.test.ts).
 */
import { Socket } from 'node:net'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const running = serverOfFile({}, { connections: { serving: 1, platform: 1 } })
let code: string
let till: TestDevice
let news: unknown
beforeAll(async () => {
  // One connection, whose statements are prepared by the first calls.
  const business = await createTestBusiness(running)
  code = business.code
  till = new TestDevice(await new TestBrowser(running.url).signIn(business.ownerEmail))
  const write = vi.spyOn(Socket.prototype, 'write')
  running.server.pokes.announce(business.businessId, 0)
  news = await vi.waitFor(() => {
    const at = write.mock.calls.findIndex(([chunk]) => String(chunk).includes(business.businessId))
    return write.mock.contexts[at] ?? expect.unreachable()
  })
  write.mockRestore()
})
afterEach(() => vi.restoreAllMocks())

/** The first byte of a message that binds a prepared statement, and of a plain one. */
const messages = [66, 81]

async function countWrites(work: () => Promise<number>): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) expect(await work()).toBeLessThan(300)
  const write = vi.spyOn(Socket.prototype, 'write')
  expect(await work()).toBeLessThan(300)
  return write.mock.calls.filter(
    ([chunk], at) =>
      Buffer.isBuffer(chunk) &&
      messages.some((first) => chunk[0] === first) &&
      write.mock.contexts[at] !== news,
  ).length
}

const signUp = async () => {
  const key = crypto.randomUUID()
  const body = {
    id: crypto.randomUUID(),
    firstName: 'Bo',
    lastName: 'Castellan',
    email: `${key}@example.com`,
    termsAccepted: true,
    privacyPolicyAccepted: true,
  }
  const headers = { 'Idempotency-Key': key }
  const visitor = new TestBrowser(running.url)
  return (await visitor.call('customer.signUp', { params: { code }, body, headers })).status
}

test('a sign-up takes at most three writes', async () => {
  // Begin to the facts, the rows, and the commit.
  expect(await countWrites(signUp)).toBeLessThanOrEqual(3)
})

test('a push takes at most six writes', async () => {
  const push = async () => (await till.push(till.make('customer.signUp', signUpPayload()))).status
  expect(await countWrites(push)).toBeLessThanOrEqual(6)
})

test('a pull takes at most three writes', async () => {
  const pull = async () => (await till.pull()).length
  expect(await countWrites(pull)).toBeLessThanOrEqual(3)
})
