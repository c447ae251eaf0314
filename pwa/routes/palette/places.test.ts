import { expect, test } from 'vitest'
import { router } from '#pwa/router.tsx'
import type { Features } from '#schema/contract/business.ts'
import { roles } from '#schema/contract/permission.ts'
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

/** Reached from the screen that has its QR code. */
const reachedElsewhere = '/kiosk'

test.each(roles)('lists every screen that a %s may open without an id', (role) => {
  const listed = placesOf(router, role).map(({ href }) => href.split('?')[0])
  const screens = Object.keys(router.routesByPath)
    .filter((address) => !address.includes('$') && address !== reachedElsewhere)
    .map((address) => address.replace(/(?<=.)\/$/, ''))
    .filter((address) =>
      router
        .getMatchedRoutes(address)[0]
        .some(({ options }) => options.staticData?.only?.includes(role)),
    )
  expect(new Set(listed)).toEqual(new Set(screens))
})
