/**
 * A day at a till on a mobile plan: each operation is pushed by itself over HTTP/1.1, with
 * Chromium's headers and a person's proofs, and its effect pulled. Counts bytes on the socket.
 *
 * @module-tag deep
 */
import { afterAll, expect, test } from 'vitest'
import { workAs } from '#pwa/sync/staff-claim.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { CountedWire } from '#tests/support/counted-wire.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { enrollTill, personWithKey } from '#tests/support/till.ts'

const dayOperations = 500
/** A fifth of the day is measured, so that a busy machine finishes in time. */
const measuredOperations = dayOperations / 5
const dayBytesMax = 1_000_000

const running = serverOfFile()
afterAll(async () => {
  workAs(null)
})

test('stays below 1 MB for 500 operations that are sent one by one', async ({ annotate }) => {
  const shop = await createTestBusiness(running)
  const { till } = await enrollTill(running, shop)
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const person = await personWithKey(staff, till)
  till.browser.staff = { id: person.person.id, key: person.key }
  const browser = new RealBrowser(running, shop)
  browser.session = till.browser
  browser.accountId = (await till.browser.call('auth.user')).body.id
  workAs(till.browser.staff)
  const wire = new CountedWire(running.url)
  const device = await browser.open({
    identity: { accountId: browser.accountId, businessId: shop.businessId, view: 'staff' },
    fetch: (input, init) => wire.fetch(String(input), init, till.browser.cookie),
  })
  const members = [signUpPayload(), signUpPayload()]
  for (const member of members) await device.perform('customer.signUp', member)
  await device.sync()

  const before = wire.read()
  for (let count = 0; count < measuredOperations; count += 1) {
    const member = members[count % members.length]
    if (!member || count % 10 === 0) {
      const joining = signUpPayload()
      members.push(joining)
      await device.perform('customer.signUp', joining)
    } else {
      const { memberId } = member
      const purchase = { purchaseId: newId(), memberId, amount: '12.50', note: null }
      await device.perform('purchase.record', purchase)
    }
    expect(await device.sync()).toMatchObject({ problem: null })
  }
  const { requests, ...parts } = wire.read()
  const day = Object.entries(parts).map(
    ([part, bytes]) =>
      [
        part,
        (bytes - before[part as keyof typeof parts]) * (dayOperations / measuredOperations),
      ] as const,
  )
  const dayBytes = day.reduce((sum, [, bytes]) => sum + bytes, 0)
  await annotate(
    `bytes of a day: ${[...day, ['sum', dayBytes] as const].map((part) => part.join(' ')).join(', ')}`,
  )
  expect(device.outbox.rows()).toEqual([])
  expect(device.records.count('customer')).toBe(members.length)
  expect(requests - before.requests).toBe(measuredOperations)
  expect(dayBytes).toBeLessThan(dayBytesMax)
  device.close()
  wire.close()
})
