/** The discount that a used coupon leaves due: until which operation, and for whom. */
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { couponDigest } from '#pwa/loyalty/coupon-digest.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'
import { ada, at, businessId, grace, purchase, setUp } from '#tests/support/overlay-scene.ts'
import { readDueDiscount } from './due-discount.ts'

const code = 'ABCD-EFGH-JKMN'
const couponId = v7()

function setUpUse(changes: Partial<OutboxRow> = {}) {
  const scene = setUp()
  const coupon = {
    id: couponId,
    memberId: ada.id,
    name: 'Welcome',
    discountType: 'percentage',
    discountValue: '10.00',
    freeItem: false,
    codeDigest: couponDigest(businessId, code),
    status: 'used',
    usedAt: at,
    expiresAt: null,
    createdAt: at,
  }
  scene.records.apply([{ table: 'coupon', rows: [coupon], gone: [] }])
  const use = scene.ask('coupon.use', { code, useId: v7() }, changes)
  const due = (...later: OutboxRow[]) => readDueDiscount(viewOf(scene.device), [use, ...later])
  return { ...scene, use, due }
}

test('gives the coupon’s discount to its member', () => {
  const { due, use } = setUpUse()
  expect(due()).toMatchObject({
    memberId: ada.id,
    discount: { discountType: 'percentage', discountValue: '10.00', freeItem: false },
    operationId: use.operationId,
    purchaseIds: [],
  })
})

test.each(['refused', 'withdrawn'] as const)('gives nothing after a use that was %s', (status) => {
  expect(setUpUse({ status }).due()).toBeNull()
})

test('remembers the sales to its member, except refused ones', () => {
  const { due, ask } = setUpUse()
  const sale = purchase('12.00')
  const refused = ask('purchase.record', purchase('9.00'), { status: 'refused' })
  expect(due(ask('purchase.record', sale), refused)?.purchaseIds).toEqual([sale.purchaseId])
})

test('ends when another member is served, unless that was refused', () => {
  const { due, ask } = setUpUse()
  const toAnother = { ...purchase('5.00'), memberId: grace.memberId }
  expect(due(ask('purchase.record', toAnother))).toBeNull()
  expect(due(ask('purchase.record', toAnother, { status: 'refused' }))).not.toBeNull()
  expect(due(ask('customer.signUp', grace))).toBeNull()
})

test('gives nothing after a use without an id, which can’t be undone', () => {
  const { due, use } = setUpUse()
  use.payload = { code }
  expect(due()).toBeNull()
})
