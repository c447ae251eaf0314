import { expect, test } from 'vitest'
import { sumByLocation } from './sum-by-location.ts'

const code = (locationName: string | null, scans: number) => ({
  id: crypto.randomUUID(),
  name: null,
  locationName,
  scans,
  signUps: scans / 2,
  secondVisits: 1,
})

test('sums codes by location, ignoring case and spaces, most scanned first', () => {
  const sums = sumByLocation([
    code('Garden', 10),
    code(null, 4),
    code('Front  counter', 8),
    code('front counter ', 6),
    code('', 2),
  ])
  expect(sums).toEqual([
    { locationName: 'Front counter', scans: 14, signUps: 7, secondVisits: 2, codes: 2 },
    { locationName: 'Garden', scans: 10, signUps: 5, secondVisits: 1, codes: 1 },
    { locationName: null, scans: 6, signUps: 3, secondVisits: 2, codes: 2 },
  ])
  expect(sumByLocation([])).toEqual([])
})
