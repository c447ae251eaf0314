import { afterEach, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { badgeOf } from '#pwa/session/app-badge.ts'

const told: (number | 'clear')[] = []
const browser = {
  setAppBadge: async (count: number) => void told.push(count),
  clearAppBadge: async () => void told.push('clear'),
}
const device = (ready: boolean, pendingCount: number, sealedCount = 0) =>
  createStore(() => ({ ready, pendingCount, sealedCount }))

afterEach(() => {
  badgeOf(null, browser)
  told.length = 0
})

test('the icon shows what waits, and nothing once all of it is sent', () => {
  const status = device(false, 0)
  badgeOf(status, browser)
  status.setState({ ready: true, pendingCount: 2 })
  status.setState({ ready: true, pendingCount: 2 })
  status.setState({ ready: true, pendingCount: 3 })
  status.setState({ ready: true, pendingCount: 0 })
  expect(told.filter((each) => each !== 'clear')).toEqual([2, 3])
  expect(told.at(-1)).toBe('clear')
})

test('the icon counts what somebody else left unsent, as the header does', () => {
  badgeOf(device(true, 1, 2), browser)
  expect(told).toEqual([3])
})

test('nothing of a device is left on the icon when it is closed, or another one is open', () => {
  const [first, second] = [device(true, 4), device(true, 1)]
  badgeOf(first, browser)
  badgeOf(second, browser)
  first.setState({ pendingCount: 9 })
  badgeOf(null, browser)
  second.setState({ pendingCount: 7 })
  expect(told).toEqual([4, 1, 'clear'])
})

test('a browser without badges, or that refuses one, is no failure', async () => {
  badgeOf(device(true, 5), {})
  badgeOf(device(true, 6), { setAppBadge: () => Promise.reject(new Error('not installed')) })
  await Promise.resolve()
  badgeOf(null, {})
  expect(told).toEqual([])
})
