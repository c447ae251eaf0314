import { expect, test } from 'vitest'
import type { Features } from '#schema/contract/business.ts'
import { actsOf, placesOf } from './places.ts'

const allOff: Features = { qrCodes: false, loyalty: false, whiteLabel: false, analytics: false }
const labels = (places: { label: string }[]) => places.map(({ label }) => label)

test('offers owners the create actions of enabled features', () => {
  const creating = ['Generate QR Code', 'Create Reward']
  expect(labels(actsOf('business_admin'))).toEqual(expect.arrayContaining(creating))
  for (const label of creating) {
    expect(labels(actsOf('staff'))).not.toContain(label)
    expect(labels(actsOf('business_admin', allOff))).not.toContain(label)
  }
})

test('lists the screens that the sidebar shows above the settings', () => {
  expect(labels(placesOf('staff'))).toContain('Today')
  expect(labels(placesOf('business_admin'))).toEqual(
    expect.arrayContaining(['Today', 'Needs Attention']),
  )
  expect(labels(placesOf('staff'))).not.toContain('Needs Attention')
})
