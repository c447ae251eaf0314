import { expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { RefusalPace } from './pace-refusals.ts'
import { Windows } from './windows.ts'

const hold = (pace: RefusalPace, times: number, network = 'one', now = 0) =>
  Array.from({ length: times }, () => pace.hold(network, now))

test('answers the first refusals at once, and lets the others out one after the other', () => {
  const pace = new RefusalPace()
  const waits = hold(pace, limits.refusalsAtOnce + 3)
  expect(waits.slice(0, limits.refusalsAtOnce).every((waitMs) => waitMs === 0)).toBe(true)
  const spacingMs = 1000 / limits.refusalsPerSecond
  const { refusalHeldMs } = limits
  expect(waits.slice(-3)).toEqual([0, 1, 2].map((turn) => refusalHeldMs + turn * spacingMs))
})

test('does not hold what another network is refused, until all of them are a flood', () => {
  const pace = new RefusalPace()
  hold(pace, 100)
  expect(pace.hold('another', 0)).toBe(0)
  const networks = Array.from({ length: limits.refusalsAtOnceOfAll }, (_, at) => `network ${at}`)
  const waits = networks.map((network) => pace.hold(network, 0))
  expect(waits.at(0)).toBe(0)
  expect(waits.at(-1)).toBeGreaterThan(0)
})

test('holds so many and no more, until one of them is let go', () => {
  const pace = new RefusalPace()
  const waits = hold(pace, limits.refusalsAtOnce + limits.refusalsHeld + 1)
  expect(waits.slice(-2).map((waitMs) => waitMs === null)).toEqual([false, true])
  pace.release()
  expect(pace.hold('one', 0)).not.toBeNull()
})

test('forgets when a window is over', () => {
  const pace = new RefusalPace()
  hold(pace, 100)
  expect(pace.hold('one', 60_000)).toBe(0)
})

test('a flood of names pushes out the oldest windows, not all of them', () => {
  const windows = new Windows()
  const spend = (key: string) => windows.spend(key, 1, 1000, 0)
  for (let name = 0; name < 50_000; name += 1) spend(`flood ${name}`)
  spend('kept')
  for (let name = 0; name < 40_000; name += 1) spend(`more ${name}`)
  expect(spend('kept')).toBe(1000)
  expect(spend('flood 0')).toBe(0)
})
