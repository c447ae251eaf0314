import { expect, test } from 'vitest'
import { deviceBackOffMs, visitorBackOffMs } from './back-off.ts'

test('a device’s back-off grows from a second to a minute, with full jitter', () => {
  expect(deviceBackOffMs(1, () => 1)).toBe(1_200)
  expect(deviceBackOffMs(3, () => 1)).toBe(4_200)
  expect(deviceBackOffMs(30, () => 1)).toBe(60_200)
  expect(deviceBackOffMs(30, () => 0)).toBe(200)
})

test('a visitor’s back-off grows from two seconds to five minutes, half of it jitter', () => {
  expect(visitorBackOffMs(1, () => 0)).toBe(1_000)
  expect(visitorBackOffMs(1, () => 1)).toBe(2_000)
  expect(visitorBackOffMs(3, () => 1)).toBe(8_000)
  expect(visitorBackOffMs(30, () => 0)).toBe(150_000)
  expect(visitorBackOffMs(30, () => 1)).toBe(300_000)
})
