import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchIdle } from '#pwa/visitor/idle-watch.ts'

const times = { idleMs: 60_000, warningMs: 20_000 }
let shown: (number | null)[]
let ended: number

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  ended = 0
})
afterEach(() => vi.useRealTimers())

const watch = () =>
  watchIdle(times, { countDown: (left) => shown.push(left), end: () => (ended += 1) })

test('counts the last seconds down and ends once', () => {
  watch()
  vi.advanceTimersByTime(39_000)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(shown).toEqual([20, 19])
  vi.advanceTimersByTime(18_000)
  expect(shown.at(-1)).toBe(1)
  expect(ended).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(shown.at(-1)).toBe(null)
  expect(ended).toBe(1)
})

test('a touch hides the countdown and restarts the wait', () => {
  const { touch } = watch()
  vi.advanceTimersByTime(50_000)
  touch()
  expect(shown.at(-1)).toBe(null)
  vi.advanceTimersByTime(39_000)
  expect(shown.at(-1)).toBe(null)
  vi.advanceTimersByTime(22_000)
  expect(ended).toBe(1)
})

test('a tablet that slept, or whose clock was set back, ends when it wakes', () => {
  for (const now of [Date.now() + 3_600_000, Date.now() - 3_600_000]) {
    const before = ended
    watch()
    vi.setSystemTime(now)
    vi.advanceTimersByTime(250)
    expect(ended).toBe(before + 1)
  }
})

test('does not end after it was stopped', () => {
  watch().stop()
  vi.advanceTimersByTime(600_000)
  expect([shown, ended]).toEqual([[], 0])
})
