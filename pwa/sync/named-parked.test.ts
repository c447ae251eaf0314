/** Parked work: a pull names it, learns how it ended, and shows it once. */
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { isOverlaid } from '#pwa/sync/outbox-row.ts'
import { limits } from '#schema/contract/limits.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

async function openParked(count: number) {
  const server = new PretendServer()
  server.judge = () => ({ status: 'parked', code: 'business_paused' })
  const asked: string[] = []
  const seen: unknown[] = []
  const device = new Installation().open({
    fetch: (input, init) => {
      const { pathname, searchParams } = new URL(String(input), 'http://pretend')
      if (pathname === '/api/sync/pull') {
        asked.push(searchParams.get('parked') ?? '')
        seen.push([
          device.records.count('purchase'),
          device.outbox.rows().filter(isOverlaid).length,
        ])
      }
      return server.fetch(input, init)
    },
  })
  await device.ready
  const memberId = v7()
  for (let sale = 0; sale < count; sale += 1) {
    await device.perform('purchase.record', {
      purchaseId: v7(),
      memberId,
      amount: '1.00',
      note: null,
    })
  }
  await device.sync()
  await device.sync()
  const apply = () => {
    for (const { operationId } of device.outbox.rows()) {
      server.put('purchase', { id: operationId })
      server.decide(operationId, 'applied')
    }
  }
  asked.length = 0
  seen.length = 0
  return { device, server, asked, seen, apply }
}

test('a pull names what the device holds as parked', async () => {
  const { device, asked, apply } = await openParked(2)
  const ids = device.outbox.rows().map(({ operationId }) => operationId)
  apply()
  await device.sync()
  expect(asked).toEqual([ids.join(',')])
  expect(device.status.getState()).toMatchObject({ parkedCount: 0, pendingCount: 0 })
  await device.sync()
  expect(asked.at(-1)).toBe('none')
})

test('names more than one request takes in several, and shows their end together', async () => {
  const count = 2 * limits.pullParked + 20
  const { device, asked, seen, apply } = await openParked(count)
  apply()
  await device.sync()
  expect(asked.map((ids) => ids.split(',').length)).toEqual([100, 100, 20, 1])
  expect(asked.at(-1)).toBe('none')
  expect(seen).toEqual([...Array.from({ length: 3 }, () => [0, count]), [count, 0]])
})

test('learns of an end that an earlier pull went past', async () => {
  const { device, server, apply } = await openParked(1)
  const [row] = device.outbox.rows()
  apply()
  // An earlier release named none and stored the version after the verdict.
  const { cursor } = (await (await server.fetch('/api/sync/pull?parked=none')).json()) as {
    cursor: string
  }
  await device.context.door.within(async ({ meta }) => {
    const pull = await meta.get('pull')
    if (pull?.key === 'pull') await meta.put({ ...pull, cursor, version: server.version })
  })
  await device.sync()
  expect(device.outbox.get(row?.operationId ?? '')).toBeUndefined()
  expect(device.status.getState().parkedCount).toBe(0)
})
