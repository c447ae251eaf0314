import { expect, test } from 'vitest'
import { readAddress } from '#schema/contract/address.ts'

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
