/** The customers a screen may show at a device's start, before all of them are read. */
import fc from 'fast-check'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { readCustomers } from '#pwa/loyalty/customer.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

/** More than one page of customers, and more than a list shows at first. */
const count = 1200
const shownMost = 12

const member = (at: number, points = 100) => ({
  id: v7(),
  firstName: `Member${at}`,
  lastName: 'Doe',
  email: `member${at}@example.com`,
  phone: null,
  createdAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  points,
  totalSpent: '0.00',
})
type Member = ReturnType<typeof member>

async function setUp() {
  const server = new PretendServer()
  const installation = new Installation()
  const open = () => installation.open({ fetch: server.fetch })
  const members = Array.from({ length: count }, (_, at) => member(at))
  server.put('customer', ...members)
  const one = open()
  await one.ready
  await one.sync()
  return { server, open, one, members }
}

const firstList = (device: Device, query = '') =>
  readCustomers(viewOf(device), { query, limit: shownMost })
const newestOf = (members: readonly Member[]) =>
  [...members]
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .slice(0, shownMost)
    .map(({ id, points }) => ({ id, points }))
const shown = (device: Device) =>
  firstList(device).customers.map(({ id, points }) => ({ id, points }))

/** Records what is in memory at each notification about customers. */
function watch(device: Device) {
  const seen: { list: ReturnType<typeof shown>; loading: boolean; found: number }[] = []
  device.records.subscribe((touched) => {
    if (!touched.has('customer')) return
    const { loading, customers } = firstList(device, 'member')
    seen.push({ list: shown(device), loading, found: customers.length })
  })
  return seen
}

describe('a start', () => {
  test('shows the newest before all are read, and searches only once all are', async () => {
    const { open, one, members } = await setUp()
    one.close()
    const again = open()
    const seen = watch(again)
    await again.ready
    expect(seen).toEqual([
      { list: newestOf(members), loading: true, found: 0 },
      { list: newestOf(members), loading: false, found: shownMost },
    ])
    again.close()
  })

  test('shows no customers before all are read while work waits that may change them', async () => {
    const { open, one, members } = await setUp()
    const [first] = members as [Member]
    await one.perform('purchase.record', { purchaseId: v7(), memberId: first.id, amount: '3' })
    one.close()
    const again = open()
    const seen = watch(again)
    await again.ready
    expect(seen.map(({ loading }) => loading)).toEqual([false])
    again.close()
  })

  test('shows the same newest customers before and after all are read, after any changes', async () => {
    const { server, open, one, members } = await setUp()
    const truth = new Map(members.map((each) => [each.id, each]))
    let next = count
    const change = fc.oneof(
      fc.record({ kind: fc.constant('joins' as const) }),
      fc.record({ kind: fc.constantFrom('buys' as const, 'goes' as const), who: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 25 }),
        async (pulls) => {
          for (const changes of pulls) {
            for (const each of changes) {
              const newest = [...truth.values()].at(-1 - ('who' in each ? each.who : 0)) as Member
              if (each.kind === 'joins') {
                next += 1
                const joined = member(next)
                truth.set(joined.id, joined)
                server.put('customer', joined)
              } else if (each.kind === 'buys') {
                const bought = { ...newest, points: newest.points + 1 }
                truth.set(bought.id, bought)
                server.put('customer', bought)
              } else {
                truth.delete(newest.id)
                server.remove('customer', newest.id)
              }
            }
            await one.sync()
          }
          const again = open()
          const seen = watch(again)
          await again.ready
          const expected = newestOf([...truth.values()])
          expect(seen.map(({ list }) => list)).toEqual([expected, expected])
          again.close()
        },
      ),
      { numRuns: 20, seed: 14 },
    )
    one.close()
  })
})
