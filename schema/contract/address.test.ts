import { expect, test } from 'vitest'
import {
  cardPage,
  isPersonalPage,
  isVisitorPage,
  placeOf,
  readAddress,
  signUpPages,
} from '#schema/contract/address.ts'

test.each([
  ['/customer-signup', { name: 'scan' }],
  ['/customer-signup/', { name: 'scan' }],
  ['/customer-signup/CAFE', { name: 'signUp', code: 'CAFE' }],
  ['/signup/CAFE', { name: 'signUp', code: 'CAFE' }],
  ['/signup/CAFE/', { name: 'signUp', code: 'CAFE' }],
  ['/signup/%E0%A4%A', { name: 'signUp', code: '%E0%A4%A' }],
  ['/signup', { name: 'unknown' }],
  ['/signup/CAFE/more', { name: 'unknown' }],
  ['/customer/1', { name: 'customer', customerId: '1' }],
  ['/kiosk/CAFE', { name: 'kiosk', code: 'CAFE' }],
  ['/kiosk', { name: 'unknown' }],
  ['/customer', { name: 'unknown' }],
])('%s', (path, screen) => {
  expect(readAddress(path)).toEqual(screen)
})

test('hides every address of the light app that names one person', () => {
  const pages = ['/customer/1', '/unsubscribe/1', '/member-email', '/member-data', '/member-card']
  expect(pages.filter((page) => !isPersonalPage(page) || !isVisitorPage(page))).toEqual([])
  expect(['/customer-signup/CAFE', '/signup/CAFE', '/counter'].filter(isPersonalPage)).toEqual([])
})

test('finds the code or card of a page and of its call', () => {
  const pages = [...signUpPages, cardPage, '/api/signup/:code', '/api/customer/:code']
  const places = pages.map((page) => placeOf(`${page.replace(/:\w+/, 'CAFE')}/more`))
  expect(new Set(places)).toEqual(new Set(['CAFE']))
})
