/** Journeys check the colors and sizes of every screen with axe: each address of the router. */
import { expect, test } from 'vitest'
import { router } from '#pwa/router.tsx'
import { screens } from '#tests/journeys/support/screens.ts'

/** Other addresses of a screen, or addresses that lead to one. */
const shownElsewhere = [
  '/member/$memberId',
  '/business-dashboard/customers/$memberId',
  '/business-dashboard/$businessId',
  '/business-dashboard/$businessId/analytics',
  '/super-admin-dashboard/tenants/$businessId',
  '/super-admin-dashboard/white-label/$businessId',
]

test('looks at every screen of the router', () => {
  const paths = Object.keys(router.routesByPath).map((path) => path.replace(/(?<=.)\/$/, ''))
  const lookedAt = Object.values(screens).flatMap((all) =>
    all.map(({ path }) => path.split('?')[0]),
  )
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => ![...lookedAt, ...shownElsewhere].includes(path))).toEqual([])
})
