/** Joined members on a device: one person, with the rows of both, also while work waits. */
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { readCoupon } from '#pwa/loyalty/coupon.ts'
import { couponDigest } from '#pwa/loyalty/coupon-digest.ts'
import { readCustomer, readCustomers } from '#pwa/loyalty/customer.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { readJoins } from '#pwa/loyalty/member-joins.ts'
import { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import {
  type OperationName,
  type OperationPayload,
  operationEntry,
} from '#schema/contract/operation.ts'
import { loadedRecords } from '#tests/support/loaded-records.ts'

const businessId = v7()
const at = '2026-11-01T10:00:00.000Z'
const code = 'AAAA-BBBB-CCCC'
const memberOf = (firstName: string, points: number) => ({
  id: v7(),
  firstName,
  lastName: 'King',
  email: `${firstName.toLowerCase()}@example.com`,
  phone: null,
  points,
  totalSpent: '10.00',
  createdAt: at,
})
const [ada, adah] = [memberOf('Ada', 60), memberOf('Adah', 40)]
const bought = { id: v7(), memberId: adah.id, amount: '10.00', points: 10, recordedAt: at }
const coupon = {
  id: v7(),
  memberId: adah.id,
  source: 'welcome',
  description: 'Welcome',
  codeDigest: couponDigest(businessId, code),
  issuedAt: at,
  expiresAt: '2027-11-01T10:00:00.000Z',
  usedAt: null,
  voidedAt: null,
}

function setUp() {
  const records = loadedRecords([
    { table: 'customer', rows: [ada, adah], gone: [] },
    { table: 'purchase', rows: [{ ...bought, note: null, reversedAt: null } as never], gone: [] },
    { table: 'coupon', rows: [coupon as never], gone: [] },
  ])
  const outbox = new OutboxMirror((memberId) => records.keptIdOf(memberId))
  const device = { records, outbox, identity: { businessId } }
  let place = 0
  function ask<Name extends OperationName>(name: Name, payload: OperationPayload<Name>) {
    place += 1
    const row = {
      place,
      seq: place,
      outboxId: businessId,
      operationId: v7(),
      name,
      v: operationEntry(name).v,
      madeAt: at,
      discarded: false,
      payload,
      status: 'waiting' as const,
      version: null,
      code: null,
      message: null,
      result: null,
    }
    outbox.put([row as never])
    return row
  }
  /** Stores the rows that a server sends for the join. */
  function arrive() {
    const { id, firstName, lastName, email, phone } = adah
    const join = { id, memberId: ada.id, firstName, lastName, email, phone, points: 40 }
    const kept = { ...ada, points: 100, totalSpent: '20.00' }
    records.apply([
      { table: 'customer', rows: [kept], gone: [adah.id] },
      { table: 'memberJoin', rows: [{ ...join, joinedAt: at } as never], gone: [] },
    ])
  }
  const list = (query = '') => readCustomers(viewOf(device), { query, limit: 10 })
  const shown = (id: string) => readCustomer(viewOf(device), id)
  return { ask, arrive, device, list, outbox, records, shown }
}

test.each(['while it waits', 'once it has arrived'])('shows one person %s', (when) => {
  const { ask, arrive, device, list, shown } = setUp()
  if (when === 'while it waits') ask('customer.join', { keepId: ada.id, joinId: adah.id })
  else arrive()
  expect(list()).toMatchObject({ total: 1, customers: [{ id: ada.id, points: 100 }] })
  // The joined member's words find the person, too.
  expect(list('adah@').customers.map(({ id }) => id)).toEqual([ada.id])
  for (const id of [ada.id, adah.id]) {
    const { customer, purchases, coupons } = shown(id)
    expect(customer).toMatchObject({ id: ada.id, points: 100, totalSpent: '20.00' })
    expect([purchases.length, coupons.length]).toEqual([1, 1])
  }
  expect(readCoupon(viewOf(device), code).customer?.id).toBe(ada.id)
})

test('counts work for either id for the person, before and after the join arrives', () => {
  const { ask, arrive, outbox, shown } = setUp()
  ask('purchase.record', { purchaseId: v7(), memberId: adah.id, amount: '5.00' })
  const join = ask('customer.join', { keepId: ada.id, joinId: adah.id })
  ask('purchase.record', { purchaseId: v7(), memberId: adah.id, amount: '7.00' })
  expect(shown(ada.id).customer).toMatchObject({ points: 112, totalSpent: '32.00' })
  outbox.remove([join.operationId])
  arrive()
  expect(shown(ada.id).customer).toMatchObject({ points: 112, totalSpent: '32.00' })
})

test('shows both again while a separation waits', () => {
  const { ask, arrive, device, list, shown } = setUp()
  arrive()
  expect(readJoins(viewOf(device), ada.id)).toHaveLength(1)
  ask('customer.separate', { keepId: ada.id, joinId: adah.id, spentSeen: 0 })
  expect(readJoins(viewOf(device), ada.id)).toEqual([])
  expect(list().total).toBe(2)
  expect(shown(ada.id).customer?.points).toBe(60)
  expect(shown(adah.id).customer).toMatchObject({ id: adah.id, points: 40, sync: 'waiting' })
})
