import { EventEmitter } from 'node:events'
import { BlockList } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { serverLimits } from '#sync-server/server-limits.ts'
import { Windows } from './admission.ts'
import type { HttpEnv } from './call.ts'
import { paceRefusals, RefusalPace } from './refused-calls.ts'

const hold = (pace: RefusalPace, times: number, network = 'one', now = 0) =>
  Array.from({ length: times }, () => pace.hold(network, now))

test('answers the first refusals at once and spaces out the others', () => {
  const pace = new RefusalPace()
  const waits = hold(pace, serverLimits.refusalsAtOnce + 3)
  expect(waits.slice(0, serverLimits.refusalsAtOnce).every((waitMs) => waitMs === 0)).toBe(true)
  const spacingMs = 1000 / serverLimits.refusalsPerSecond
  const { refusalHeldMs } = serverLimits
  expect(waits.slice(-3)).toEqual([0, 1, 2].map((turn) => refusalHeldMs + turn * spacingMs))
})

test('holds no refusals of another network until all networks together are a flood', () => {
  const pace = new RefusalPace()
  hold(pace, 100)
  expect(pace.hold('another', 0)).toBe(0)
  const networks = Array.from(
    { length: serverLimits.refusalsAtOnceOfAll },
    (_, at) => `network ${at}`,
  )
  const waits = networks.map((network) => pace.hold(network, 0))
  expect(waits.at(0)).toBe(0)
  expect(waits.at(-1)).toBeGreaterThan(0)
})

test('holds a limited number of a flood’s refusals and leaves room for others', () => {
  const pace = new RefusalPace()
  const waits = hold(pace, serverLimits.refusalsAtOnce + serverLimits.refusalsHeld / 2 + 1)
  expect(waits.slice(-2).map((waitMs) => waitMs === null)).toEqual([false, true])
  // The other caller doesn't wait behind the flood, which by now waits for seconds.
  expect(waits.at(-2)).toBeGreaterThan(4 * serverLimits.refusalHeldMs)
  expect(pace.hold('another', 0)).toBe(serverLimits.refusalHeldMs)
  pace.release()
  pace.release()
  expect(pace.hold('one', 0)).not.toBeNull()
})

test('counts one provider’s networks as one flood', () => {
  const pace = new RefusalPace()
  const networks = Array.from(
    { length: serverLimits.refusalsAtOnce + 1 },
    (_, at) => `2001:db8:1:${at}::/64`,
  )
  const waits = networks.map((network) => pace.hold(network, 0))
  expect([waits.at(-2), waits.at(-1)]).toEqual([0, serverLimits.refusalHeldMs])
})

/**
 * Answers 429 on many connections from one address and counts how many were answered and closed.
 */
async function flood(remoteAddress: string, times: number) {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('192.0.2.1')
  const app = new Hono<HttpEnv>()
  app.use(paceRefusals({ trustedProxies }))
  app.get('/', (context) => context.text('later', 429))
  let [closed, answered] = [0, 0]
  const sockets = Array.from({ length: times }, () =>
    Object.assign(new EventEmitter(), { remoteAddress, destroy: () => (closed += 1) }),
  )
  const answers = sockets.map(async (socket) => {
    await app.request('/', {}, { incoming: { socket } })
    answered += 1
  })
  await answers.at(-1)
  const outcome = { closed, answered }
  for (const socket of sockets) socket.emit('close')
  await Promise.all(answers)
  return outcome
}

test('closes connections over the limit, except a shared one of a proxy', async () => {
  const held = serverLimits.refusalsHeld / 2
  const times = serverLimits.refusalsAtOnce + held + 1
  expect(await flood('198.51.100.7', times)).toMatchObject({ closed: 1 })
  const behindProxy = await flood('192.0.2.1', times)
  expect(behindProxy).toEqual({ closed: 0, answered: serverLimits.refusalsAtOnce + 1 })
})

test('forgets a window once it is over', () => {
  const pace = new RefusalPace()
  hold(pace, 100)
  expect(pace.hold('one', 60_000)).toBe(0)
})

test('evicts the oldest windows, not all, during a flood of names', () => {
  const windows = new Windows()
  const spend = (key: string) => windows.spend(key, 1, 1000, 0)
  for (let name = 0; name < 50_000; name += 1) spend(`flood ${name}`)
  spend('kept')
  for (let name = 0; name < 40_000; name += 1) spend(`more ${name}`)
  expect(spend('kept')).toBe(1000)
  expect(spend('flood 0')).toBe(0)
})
