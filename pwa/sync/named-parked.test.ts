/** Pulls name parked operations, learn how they ended, and terminate. */
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { isOverlaid } from '#pwa/records/outbox-row.ts'
import { limits } from '#schema/contract/limits.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

async function openParked(count: number) {
  const server = new PretendServer()
  server.judge = () => ({ status: 'parked', code: 'business_paused' })
  const asked: string[] = []
  let onPull: (nth: number) => void = () => {}
  const device = new Installation().open({
    fetch: (input, init) => {
      const { pathname, searchParams } = new URL(String(input), 'http://pretend')
      if (pathname === '/api/sync/pull') {
        asked.push(searchParams.get('parked') ?? '')
        onPull(asked.length)
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
    for (const { operationId } of device.outbox.rows()) end(server, operationId)
  }
  asked.length = 0
  const listen = (act: (nth: number) => void) => {
    onPull = act
  }
  return { device, server, asked, apply, onPull: listen }
}

function end(server: PretendServer, operationId: string) {
  server.put('purchase', { id: operationId })
  server.decide(operationId, 'applied')
}

const customer = () => ({ id: v7(), firstName: 'Ida', lastName: 'Holm', points: 0 })

test('a pull names the device’s parked operations', async () => {
  const { device, asked, apply } = await openParked(2)
  const ids = device.outbox.rows().map(({ operationId }) => operationId)
  apply()
  await device.sync()
  expect(asked).toEqual([ids.join(',')])
  expect(device.status.getState()).toMatchObject({ parkedCount: 0, pendingCount: 0 })
  await device.sync()
  expect(asked.at(-1)).toBe('none')
})

test('a pull with changes names 220 parked operations in several requests', async () => {
  const count = 2 * limits.pullParked + 20
  const { device, asked, apply } = await openParked(count)
  apply()
  await device.sync()
  expect(asked.map((ids) => ids.split(',').length)).toEqual([100, 100, 20])
  const overlaid = device.outbox.rows().filter(isOverlaid)
  expect([device.records.count('purchase'), overlaid.length]).toEqual([count, 0])
  await device.sync()
  expect(asked.at(-1)).toBe('none')
})

test('learns how an operation beyond the first hundred ended, even if it ends during a pull', async () => {
  const { device, server, onPull } = await openParked(250)
  const id = device.outbox.rows()[150]?.operationId ?? ''
  server.put('customer', customer())
  onPull((nth) => {
    if (nth === 3) end(server, id)
  })
  for (let round = 0; round < 3; round += 1) await device.sync()
  expect(device.outbox.get(id)).toBeUndefined()
})

test('learns how an operation ended while a snapshot arrives in several answers', async () => {
  const { device, server, onPull } = await openParked(1)
  const [row] = device.outbox.rows()
  for (let n = 0; n < 5; n += 1) server.put('customer', customer())
  server.pageRows = 2
  onPull((nth) => {
    server.minVersion = nth === 1 ? server.version : 0
    if (nth === 3) end(server, row?.operationId ?? '')
  })
  await device.sync()
  const overlaid = device.outbox.rows().filter(isOverlaid)
  expect([device.records.count('purchase'), overlaid.length]).toEqual([1, 0])
})

test.each([150, 450])(
  'a pull terminates in a busy business with %d parked operations',
  async (count) => {
    const { device, server, asked, onPull } = await openParked(count)
    onPull(() => server.put('customer', customer()))
    await device.sync()
    expect(asked.length).toBeLessThanOrEqual(Math.ceil(count / limits.pullParked) + 1)
  },
)

test('learns how an operation ended although an earlier release moved the cursor past the verdict', async () => {
  const { device, server, apply } = await openParked(1)
  const [row] = device.outbox.rows()
  apply()
  // An earlier release named no operations and stored the version after the verdict.
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
