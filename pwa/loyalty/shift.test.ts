/** A day's figures: which operations count, by staff member, and how many have arrived. */
import { expect, test } from 'vitest'
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { sumShift } from '#pwa/loyalty/shift.ts'
import { type OperationName, operationEntry } from '#schema/contract/operation.ts'

let place = 0
function row(name: OperationName, payload: object, changes: Partial<OutboxRow> = {}): OutboxRow {
  place += 1
  return {
    place,
    operationId: `operation-${place}`,
    outboxId: 'outbox',
    seq: place,
    discarded: false,
    unreadable: false,
    name,
    v: operationEntry(name).v,
    payload,
    madeAt: '2026-11-21T10:00:00.000Z',
    status: 'acknowledged',
    version: 1,
    code: null,
    message: null,
    result: null,
    replaces: null,
    ...changes,
  }
}
const ada = { staff: { id: 'ada', proof: '' } }
const bo = { staff: { id: 'bo', proof: '' } }

test('sums purchases without what was taken back, in whole or in part', () => {
  const shift = sumShift([
    row('purchase.record', { purchaseId: 'a', memberId: 'm', amount: '10.10' }),
    row('purchase.record', { purchaseId: 'b', memberId: 'm', amount: '20.20' }),
    row('purchase.record', { purchaseId: 'c', memberId: 'm', amount: '0.30' }),
    row('purchase.reverse', { purchaseId: 'a', memberId: 'm' }),
    row('purchase.reverse', { purchaseId: 'b', memberId: 'm', amount: '5.20' }),
    // A reversal of another day's purchase.
    row('purchase.reverse', { purchaseId: 'z', memberId: 'm' }),
  ])
  expect(shift).toMatchObject({ purchases: 2, sold: '15.30', undone: 3, arrived: 6 })
})

test('counts no purchase, redemption or coupon use that was undone', () => {
  const memberId = 'm'
  const shift = sumShift([
    row('purchase.record', { purchaseId: 'a', memberId, amount: '7.00' }),
    row('purchase.record', { purchaseId: 'b', memberId, amount: '8.00' }),
    // Two partial reversals undo the whole purchase.
    row('purchase.reverse', { purchaseId: 'a', memberId, amount: '3.00' }),
    row('purchase.reverse', { purchaseId: 'a', memberId, amount: '4.00' }),
    row('purchase.reverse', { purchaseId: 'b', memberId }, { status: 'refused' }),
    row('reward.redeem', { couponId: 'c', memberId, rewardId: 'r', pointsSeen: 5 }),
    row('reward.redeem', { couponId: 'd', memberId, rewardId: 'r', pointsSeen: 5 }),
    row('redemption.undo', { couponId: 'c', memberId }),
    row('coupon.use', { code: 'x', useId: 'e', couponId: 'x' }),
    row('coupon.use', { code: 'y', useId: 'f', couponId: 'y' }),
    row('couponUse.undo', { useId: 'f', couponId: 'y', memberId }, { status: 'waiting' }),
  ])
  expect(shift).toMatchObject({
    purchases: 1,
    sold: '8.00',
    redemptions: 1,
    couponsUsed: 1,
    undone: 4,
  })
})

test('ignores refused and withdrawn work; counts work that waits', () => {
  const shift = sumShift([
    row('customer.signUp', { memberId: 'm' }, { status: 'waiting' }),
    row(
      'purchase.record',
      { purchaseId: 'a', memberId: 'm', amount: '9.00' },
      { status: 'refused' },
    ),
    row('reward.redeem', { couponId: 'd' }, { status: 'parked' }),
    row('coupon.use', { code: 'x' }, { status: 'withdrawn' }),
  ])
  expect(shift).toMatchObject({
    signUps: 1,
    purchases: 0,
    sold: '0.00',
    redemptions: 1,
    couponsUsed: 0,
    arrived: 0,
    waiting: 1,
    onHold: 1,
    refused: 1,
  })
})

test('on a till each person has separate figures', () => {
  const shift = sumShift([
    row('purchase.record', { purchaseId: 'a', memberId: 'm', amount: '4.00' }, bo),
    row('purchase.record', { purchaseId: 'b', memberId: 'm', amount: '6.00' }, ada),
    row('customer.signUp', { memberId: 'm' }, bo),
  ])
  expect(shift.byStaff).toMatchObject([
    { staffId: 'bo', signUps: 1, sold: '4.00' },
    { staffId: 'ada', signUps: 0, sold: '6.00' },
  ])
})

test('a sale that a colleague undid counts for neither of them', () => {
  const shift = sumShift([
    row('purchase.record', { purchaseId: 'a', memberId: 'm', amount: '6.00' }, ada),
    row('purchase.reverse', { purchaseId: 'a', memberId: 'm' }, bo),
  ])
  expect(shift).toMatchObject({ purchases: 0, sold: '0.00', undone: 1 })
  expect(shift.byStaff).toMatchObject([
    { staffId: 'ada', purchases: 0, sold: '0.00', undone: 0 },
    { staffId: 'bo', purchases: 0, sold: '0.00', undone: 1 },
  ])
})
