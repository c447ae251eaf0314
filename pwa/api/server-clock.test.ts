/** The server's time on a device whose clock is wrong: after a restart, offline, and once it is set. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dayMs } from '#schema/contract/time-spans.ts'

const noon = Date.parse('2026-11-26T12:00:00.000Z')

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

/** Another start of the app. */
async function start() {
  vi.resetModules()
  const clock = await import('#pwa/api/server-clock.ts')
  return { ...clock, ...(await import('#pwa/api/server-instant.ts')) }
}

const answeredAt = (ms: number) => new Headers({ date: new Date(ms).toUTCString() })

test.each([10 * dayMs, -10 * dayMs])(
  'corrects a clock that is %i ms ahead, offline too',
  async (ms) => {
    vi.setSystemTime(noon + ms)
    const clock = await start()
    expect(clock.serverNow()).toBe(noon + ms)
    expect(clock.serverAheadMs()).toBe(null)
    clock.hearServerTime(answeredAt(noon), Date.now())
    vi.setSystemTime(noon + ms + 3_600_000)
    for (const each of [clock, await start()]) {
      expect(each.serverNow()).toBe(noon + 3_600_000)
      const shown = each.toServerTime(new Date(noon + ms).toISOString())
      expect(shown).toBe('2026-11-26T12:00:00.000Z')
      expect(each.toDeviceTime(shown)).toBe(new Date(noon + ms).toISOString())
    }
  },
)

test('takes a clock that is right within a minute as it is', async () => {
  vi.setSystemTime(noon + 40_000)
  const clock = await start()
  clock.hearServerTime(answeredAt(noon), Date.now())
  expect(clock.serverNow()).toBe(noon + 40_000)
  expect(clock.toServerTime('as typed')).toBe('as typed')
})

test('forgets a correction when the clock is set right, until the next answer', async () => {
  vi.setSystemTime(noon + 10 * dayMs)
  const clock = await start()
  clock.hearServerTime(answeredAt(noon), Date.now())
  vi.setSystemTime(noon + 60_000)
  expect(clock.serverNow()).toBe(noon + 60_000)
  expect(clock.serverAheadMs()).toBe(null)
  clock.hearServerTime(answeredAt(noon + 60_000), Date.now())
  expect(clock.serverAheadMs()).toBe(0)
})

test('ignores the time of a slow answer', async () => {
  vi.setSystemTime(noon)
  const clock = await start()
  clock.hearServerTime(answeredAt(noon - dayMs), noon - 31_000)
  // The clock was set while the request was on its way.
  clock.hearServerTime(answeredAt(noon - dayMs), noon + 1)
  expect(clock.serverNow()).toBe(noon)
})

test('leaves text that is no time alone, whatever the clock', async () => {
  vi.setSystemTime(noon + 10 * dayMs)
  const clock = await start()
  clock.hearServerTime(answeredAt(noon), Date.now())
  expect(clock.toServerTime('yesterday')).toBe('yesterday')
})
