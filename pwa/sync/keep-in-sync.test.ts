/** When a window's device runs a round: timer, events, operations and pokes; and how it stops. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Device } from '#pwa/sync/create-device.ts'
import { keepInSync } from '#pwa/sync/keep-in-sync.ts'
import { type RoundEnd, wentWell } from '#pwa/sync/sync-problem.ts'
import { Installation } from '#tests/support/pretend-device.ts'

let ends: RoundEnd[] = []
let rounds = 0
let asked = () => {}
let shop = new Installation()
const targets = { window: new EventTarget(), document: new EventTarget() }
let pokeNow = (_: string) => {}
let pokeStatus = 200
const encoder = new TextEncoder()

const fetchPokes: typeof fetch = async (_, init) => {
  if (pokeStatus !== 200) return new Response('', { status: pokeStatus })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      pokeNow = (text) => controller.enqueue(encoder.encode(text))
      init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function start() {
  const real = shop.open({ fetch: async () => Promise.reject(new Error('none')) })
  const device: Device = {
    ...real,
    sync: async () => {
      rounds += 1
      return ends.shift() ?? wentWell
    },
    onAsked: (listener) => {
      asked = listener
      return () => undefined
    },
  }
  const document = Object.assign(targets.document, { visibilityState: 'visible' as const })
  const persist = vi.fn(async () => false)
  const storage = {
    persist,
    persisted: async () => false,
    estimate: async () => ({ usage: 90e6, quota: 100e6 }),
  }
  const syncing = keepInSync(device, {
    locks: null,
    fetch: fetchPokes,
    storage,
    window: targets.window as unknown as Window,
    document: document as unknown as Document,
  })
  return { device, syncing, persist }
}

beforeEach(() => {
  vi.useFakeTimers()
  ends = []
  rounds = 0
  shop = new Installation()
  pokeStatus = 200
  targets.window = new EventTarget()
  targets.document = new EventTarget()
})
afterEach(() => vi.useRealTimers())

const noAnswer: RoundEnd = { ...wentWell, problem: 'noAnswer' }

describe('a window', () => {
  test('starts with a round, and polls again after a quiet period', async () => {
    pokeStatus = 500
    const { syncing } = start()
    await vi.advanceTimersByTimeAsync(100)
    expect(rounds).toBe(1)
    await vi.advanceTimersByTimeAsync(80_000)
    expect(rounds).toBe(2)
    syncing.stop()
    await vi.advanceTimersByTimeAsync(900_000)
    expect(rounds).toBe(2)
  })

  test('backs off after failures, shows the time of the next try, and resets on an event', async () => {
    pokeStatus = 401
    ends = Array.from({ length: 50 }, () => noAnswer)
    const { device, syncing } = start()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(rounds).toBeGreaterThan(10)
    expect(rounds).toBeLessThan(50)
    expect(device.status.getState().retryAt).not.toBe(null)
    const before = rounds
    targets.window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    targets.document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    syncing.tryNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(rounds).toBe(before + 3)
    syncing.stop()
  })

  test('waits as long as the server asked', async () => {
    pokeStatus = 401
    ends = [{ ...wentWell, problem: 'serverBusy', retryAfterMs: 30_000 }]
    const { syncing } = start()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(rounds).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(rounds).toBe(2)
    syncing.stop()
  })

  test('an operation starts a round and asks once for persistent storage; a denial shows in the status', async () => {
    pokeStatus = 401
    const { device, syncing, persist } = start()
    await vi.advanceTimersByTimeAsync(0)
    expect(persist).not.toHaveBeenCalled()
    const before = rounds
    asked()
    await vi.advanceTimersByTimeAsync(0)
    expect(rounds).toBe(before + 1)
    syncing.stop()
    expect(device.status.getState().storage).toMatchObject({ roomBytes: 10e6, short: true })
  })

  test('a poke during a round pulls only what that round did not bring', async () => {
    const { device, syncing } = start()
    await vi.advanceTimersByTimeAsync(0)
    const before = rounds
    let end = () => {}
    device.idle = () =>
      new Promise<void>((resolve) => {
        end = resolve
      })
    for (const [version, expected] of [
      [7, 0],
      [8, 1],
    ] as const) {
      pokeNow(`event: poke\ndata: {"version":${version}}\n\n`)
      await vi.advanceTimersByTimeAsync(0)
      expect(rounds).toBe(before)
      Object.defineProperty(device.context.loader, 'version', { value: 7, configurable: true })
      end()
      await vi.advanceTimersByTimeAsync(0)
      expect(rounds).toBe(before + expected)
    }
    syncing.stop()
  })

  test('a poke pulls, a heartbeat does not, silence reconnects', async () => {
    const { syncing } = start()
    await vi.advanceTimersByTimeAsync(0)
    const connected = rounds
    pokeNow(':\n\n')
    await vi.advanceTimersByTimeAsync(0)
    expect(rounds).toBe(connected)
    pokeNow('event: poke\nda')
    pokeNow('ta: {"version":7}\n\n')
    await vi.advanceTimersByTimeAsync(0)
    expect(rounds).toBe(connected + 1)
    await vi.advanceTimersByTimeAsync(49_000)
    expect(rounds).toBe(connected + 1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(rounds).toBe(connected + 2)
    syncing.stop()
  })
})

test("runs the next round after another tab's, however that one ends", async () => {
  pokeStatus = 500
  let release = () => {}
  const { device, syncing } = start()
  const held = shop.locks.request(
    `${device.context.door.database.name}-round`,
    {},
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  await vi.advanceTimersByTimeAsync(0)
  const before = rounds
  ends = [{ ...wentWell, elsewhere: true }]
  syncing.tryNow()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(rounds).toBe(before + 1)
  release()
  await held
  await vi.advanceTimersByTimeAsync(0)
  expect(rounds).toBe(before + 2)
  syncing.stop()
})

test('a lost session stops listening; the next good round listens again', async () => {
  pokeStatus = 401
  ends = [{ ...wentWell, problem: 'signedOut' }]
  const { syncing } = start()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(rounds).toBe(1)
  pokeStatus = 200
  syncing.tryNow()
  await vi.advanceTimersByTimeAsync(0)
  const before = rounds
  pokeNow('event: poke\ndata: {"version":9}\n\n')
  await vi.advanceTimersByTimeAsync(0)
  expect(rounds).toBe(before + 1)
  syncing.stop()
})
