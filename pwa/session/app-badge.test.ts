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

test('the icon shows the number of waiting operations, and nothing once all are sent', () => {
  const status = device(false, 0)
  badgeOf(status, browser)
  status.setState({ ready: true, pendingCount: 2 })
  status.setState({ ready: true, pendingCount: 2 })
  status.setState({ ready: true, pendingCount: 3 })
  status.setState({ ready: true, pendingCount: 0 })
  expect(told.filter((each) => each !== 'clear')).toEqual([2, 3])
  expect(told.at(-1)).toBe('clear')
})

test('the icon also counts work that others left unsent, as the header does', () => {
  badgeOf(device(true, 1, 2), browser)
  expect(told).toEqual([3])
})

test('clears the badge when a device is closed, and ignores a device that was replaced', () => {
  const [first, second] = [device(true, 4), device(true, 1)]
  badgeOf(first, browser)
  badgeOf(second, browser)
  first.setState({ pendingCount: 9 })
  badgeOf(null, browser)
  second.setState({ pendingCount: 7 })
  expect(told).toEqual([4, 1, 'clear'])
})

test('tolerates a browser without badges, or one that refuses them', async () => {
  badgeOf(device(true, 5), {})
  badgeOf(device(true, 6), { setAppBadge: () => Promise.reject(new Error('not installed')) })
  await Promise.resolve()
  badgeOf(null, {})
  expect(told).toEqual([])
})
