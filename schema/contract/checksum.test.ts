import { expect, test } from 'vitest'
import { sumRows } from './checksum.ts'

const row = (id: string, changes: object = {}) => ({
  id: `01a1ff60-846e-7293-9b1c-0000${id}`,
  version: 7,
  points: 120,
  recordedAt: '2026-11-01T10:00:00.000Z',
  ...changes,
})
const sum = (...rows: object[]) => sumRows('purchase', rows as never[], '2026-10-01T00:00:00.000Z')

test('depends on the row, its version and its points, not on the order of rows', () => {
  const [one, other] = [row('d2c41f07'), row('0b9e6a35', { points: -40 })]
  const whole = sum(one, other)
  expect(sum(other, one)).toEqual(whole)
  for (const differing of [
    sum(one),
    sum(one, { ...other, version: 8 }),
    sum(one, { ...other, points: 40 }),
    sum(one, { ...other, id: row('0b9e6a36').id }),
    sum(one, other, other),
  ]) {
    expect(differing).not.toEqual(whole)
  }
})

test('ignores older history, and cannot compare rows without a version', () => {
  const one = row('d2c41f07')
  const old = row('0b9e6a35', { recordedAt: '2026-09-30T23:59:59.999Z' })
  expect(sum(one, old)).toEqual(sum(one))
  expect(sum(one, { ...old, version: undefined })).toEqual(sum(one))
  expect(sum({ ...one, version: undefined })).toBe(null)
})
