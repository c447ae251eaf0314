/** Screens show an operation's effect before the server has answered. */
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { readBusiness, readBusinessCounts } from '#pwa/loyalty/business.ts'
import { readCoupon, whyNotUse } from '#pwa/loyalty/coupon.ts'
import { couponDigest } from '#pwa/loyalty/coupon-digest.ts'
import { readCustomers } from '#pwa/loyalty/customer.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { readOutboxList } from '#pwa/loyalty/outbox.ts'
import { whyNotReverse } from '#pwa/loyalty/purchase.ts'
import { readRewards, whyNotRedeem } from '#pwa/loyalty/reward.ts'
import { limits } from '#schema/contract/limits.ts'
import type { RewardChanges } from '#schema/contract/reward.ts'
import {
  ada,
  at,
  businessId,
  coffee,
  grace,
  purchase,
  setUp,
} from '#tests/support/overlay-scene.ts'

describe('the effect of an operation', () => {
  test('lists a sign-up at once, with welcome points, and finds it', () => {
    const { ask, device, shown } = setUp()
    ask('customer.signUp', grace)
    const list = readCustomers(viewOf(device), { query: '', limit: 10 })
    expect(list.customers.map(({ firstName, sync }) => [firstName, sync])).toEqual([
      ['Grace', 'waiting'],
      ['Ada', 'saved'],
    ])
    expect(list.total).toBe(2)
    expect(shown(grace.memberId).customer).toMatchObject({ points: 100, isNew: true })
    expect(readCustomers(viewOf(device), { query: 'hop', limit: 10 }).customers.length).toBe(1)
    expect(readBusinessCounts(viewOf(device)).customers).toBe(2)
  })

  test('reports that there may be more customers when the device holds its maximum', () => {
    const { device, records } = setUp()
    expect(readBusinessCounts(viewOf(device)).moreCustomers).toBe(false)
    const rows = Array.from({ length: limits.deviceCustomers - 1 }, () => ({ ...ada, id: v7() }))
    records.apply([{ table: 'customer', rows, gone: [] }])
    expect(readBusinessCounts(viewOf(device)).moreCustomers).toBe(true)
  })

  test('a purchase adds points by the rule and spend; its reversal takes both back', () => {
    const { ask, device, shown } = setUp()
    const bought = ask('purchase.record', purchase('12.50'))
    expect(shown().customer).toMatchObject({ points: 85, totalSpent: '42.50', confirmedPoints: 60 })
    expect(shown().purchases).toMatchObject([{ amount: '12.50', points: 25, mayReverse: true }])
    const { purchaseId } = bought.payload as { purchaseId: string }
    ask('purchase.reverse', { purchaseId, memberId: ada.id })
    expect(shown().customer).toMatchObject({ points: 60, totalSpent: '30.00', sync: 'waiting' })
    expect(shown().purchases).toMatchObject([{ mayReverse: false }])
    expect(shown().history.map((line) => line.points)).toEqual([25, -25])
    expect(whyNotReverse(viewOf(device), { purchaseId })).toBe('purchase_reversed')
  })

  test('takes back a part of a purchase, then the rest', () => {
    const { ask, shown } = setUp()
    const bought = ask('purchase.record', purchase('10.00'))
    const { purchaseId } = bought.payload as { purchaseId: string }
    ask('purchase.reverse', { purchaseId, memberId: ada.id, amount: '4.00' })
    expect(shown().customer).toMatchObject({ points: 72, totalSpent: '36.00' })
    expect(shown().purchases).toMatchObject([{ mayReverse: true, reversedAmount: '4.00' }])
    ask('purchase.reverse', { purchaseId, memberId: ada.id })
    expect(shown().customer).toMatchObject({ points: 60, totalSpent: '30.00' })
    expect(shown().purchases).toMatchObject([{ mayReverse: false, reversedAmount: '10.00' }])
  })

  test('takes back the rest of a purchase of which the server has taken back a part', () => {
    const { ask, records, shown } = setUp()
    const purchaseId = v7()
    const row = { id: purchaseId, memberId: ada.id, amount: '10.00', reversedAmount: '4.00' }
    const rest = { points: 20, note: null, recordedAt: at, reversedAt: null }
    records.apply([{ table: 'purchase', rows: [{ ...row, ...rest } as { id: string }], gone: [] }])
    ask('purchase.reverse', { purchaseId, memberId: ada.id })
    expect(shown().customer).toMatchObject({ points: 48, totalSpent: '24.00' })
    expect(shown().purchases).toMatchObject([{ mayReverse: false, reversedAmount: '10.00' }])
  })

  test('gives back at once the points of a redemption that the server has', () => {
    const { ask, records, shown } = setUp()
    const couponId = v7()
    const coupon = { id: couponId, memberId: ada.id, rewardId: coffee.id, pointsPaid: 50 }
    const terms = { source: 'reward', description: coffee.name, usedAt: null, voidedAt: null }
    const rows = [{ ...coupon, ...terms, issuedAt: at, codeDigest: 'd' } as { id: string }]
    records.apply([{ table: 'coupon', rows, gone: [] }])
    ask('redemption.undo', { couponId, memberId: ada.id })
    expect(shown().customer).toMatchObject({ points: 110, reservedPoints: 0 })
  })

  test('adds up cents as the server does', () => {
    const { ask, shown } = setUp()
    for (let count = 0; count < 100; count += 1) ask('purchase.record', purchase('0.01'))
    expect(shown().customer?.points).toBe(62)
  })

  test('shows a changed program and an adjustment at once, and once when they arrive', () => {
    const { ask, device, records, shown } = setUp()
    records.apply([
      {
        table: 'business',
        rows: [
          {
            id: businessId,
            pointsPerDollar: 2,
            welcomePoints: 100,
            programRevision: ada.id,
          } as { id: string },
        ],
        gone: [],
      },
    ])
    ask('program.change', {
      revision: ada.id,
      changes: { pointsPerDollar: 5, minimumPurchase: '2.00', askAbove: '80.00' },
    })
    ask('purchase.record', purchase('1.00'))
    ask('purchase.record', purchase('2.00'))
    expect(shown().customer?.points).toBe(70)
    expect(readBusiness(viewOf(device)).business?.earningRule).toMatchObject({
      pointsPerDollar: 5,
      minimumPurchase: '2.00',
    })
    expect(readBusiness(viewOf(device)).business?.askAbove).toBe('80.00')
    const adjusted = ask('points.adjust', { memberId: ada.id, points: -20, reason: 'Mistake' })
    expect(shown().customer?.points).toBe(50)
    expect(shown().history.map((line) => line.description)).toContain('Mistake')
    records.apply([
      {
        table: 'pointsEntry',
        rows: [
          { id: adjusted.operationId, memberId: ada.id, points: -20, createdAt: at } as {
            id: string
          },
        ],
        gone: [],
      },
      {
        table: 'customer',
        rows: [
          { ...ada, phone: null, points: 40, totalSpent: '30.00', createdAt: at } as { id: string },
        ],
        gone: [],
      },
    ])
    expect(shown().customer?.points).toBe(50)
  })

  test('shows a note at once, and never over one that someone else wrote in between', () => {
    const { ask, records, shown } = setUp()
    ask('customer.note', { memberId: ada.id, note: 'Oat milk', noteSeen: '' })
    ask('customer.note', { memberId: ada.id, note: 'Oat milk, no sugar', noteSeen: 'Oat milk' })
    expect(shown().customer).toMatchObject({ note: 'Oat milk, no sugar', sync: 'waiting' })
    const row = { ...ada, phone: null, points: 60, totalSpent: '30.00', createdAt: at }
    const theirs = { ...row, note: 'Window seat' } as { id: string }
    records.apply([{ table: 'customer', rows: [theirs], gone: [] }])
    expect(shown().customer).toMatchObject({ note: 'Window seat' })
  })

  test('shows and finds a correction at once, and never over one that someone else made in between', () => {
    const { ask, device, records, shown } = setUp()
    const found = (query: string) =>
      readCustomers(viewOf(device), { query, limit: 10 }).customers.map(({ lastName }) => lastName)
    const memberId = ada.id
    ask('customer.change', {
      memberId,
      changes: { lastName: 'Byron', phone: '555 010 0142' },
      seen: { lastName: 'Lovelace', phone: '' },
    })
    expect(shown().customer).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      phone: '555 010 0142',
      sync: 'waiting',
    })
    expect([found('byron'), found('0142'), found('ada')]).toEqual([['Byron'], ['Byron'], ['Byron']])
    // Typed again before the first one synced: staff see even their own number by its mask.
    ask('customer.change', {
      memberId,
      changes: { phone: '555 010 0177' },
      seen: { phone: '••• 0142' },
    })
    expect(shown().customer).toMatchObject({ lastName: 'Byron', phone: '555 010 0177' })
    const row = { ...ada, points: 60, totalSpent: '30.00', createdAt: at }
    const theirs = { ...row, lastName: 'King', phone: '••• 0188' } as { id: string }
    records.apply([{ table: 'customer', rows: [theirs], gone: [] }])
    expect(shown().customer).toMatchObject({ lastName: 'King', phone: '••• 0188' })
    expect(found('byron')).toEqual([])
    // Staff typed the former number too, whole, before its row came back masked.
    ask('customer.change', {
      memberId,
      changes: { phone: '555 010 0199' },
      seen: { phone: '555 010 0188' },
    })
    expect(shown().customer).toMatchObject({ lastName: 'King', phone: '555 010 0199' })
  })

  test('lists a member once whose corrected name is nearly the former one', () => {
    const { ask, device } = setUp()
    ask('customer.change', {
      memberId: ada.id,
      changes: { lastName: 'Lovelase' },
      seen: { lastName: 'Lovelace' },
    })
    const { customers } = readCustomers(viewOf(device), { query: 'lovelase', limit: 10 })
    expect(customers.map(({ lastName }) => lastName)).toEqual(['Lovelase'])
  })

  test('corrects a sign-up that has not synced, and finds it by its new name alone', () => {
    const { ask, device, shown } = setUp()
    ask('customer.signUp', grace)
    const { memberId } = grace
    ask('customer.change', {
      memberId,
      changes: { lastName: 'Murray' },
      seen: { lastName: 'Hopper' },
    })
    expect(shown(memberId).customer).toMatchObject({ firstName: 'Grace', lastName: 'Murray' })
    const found = (query: string) =>
      readCustomers(viewOf(device), { query, limit: 10 }).customers.map(({ lastName }) => lastName)
    expect([found('murray'), found('hopper')]).toEqual([['Murray'], []])
  })

  test('shows an owner that another number ends the consent for texts', () => {
    const { ask, records, shown } = setUp()
    const row = { ...ada, points: 60, totalSpent: '30.00', createdAt: at }
    const agreed = { ...row, phone: '555 010 0142', consents: ['email', 'sms'] } as { id: string }
    records.apply([{ table: 'customer', rows: [agreed], gone: [] }])
    const correct = (phone: string, seen: string) =>
      ask('customer.change', { memberId: ada.id, changes: { phone }, seen: { phone: seen } })
    correct('(555) 010-0142', '555 010 0142')
    expect(shown().customer?.consents).toEqual(['email', 'sms'])
    correct('', '(555) 010-0142')
    expect(shown().customer).toMatchObject({ phone: null, consents: ['email'] })
  })

  test('shows an owner the email that waits for its link, until they withdraw it', () => {
    const { ask, records, shown } = setUp()
    const row = { ...ada, points: 60, totalSpent: '30.00', createdAt: at, consents: ['email'] }
    records.apply([{ table: 'customer', rows: [row as { id: string }], gone: [] }])
    const correct = (email: string, seen = ada.email) =>
      ask('customer.change', { memberId: ada.id, changes: { email }, seen: { email: seen } })
    correct('byron@example.com')
    expect(shown().customer).toMatchObject({
      email: ada.email,
      pendingEmail: { address: 'byron@example.com', until: null },
      consents: ['email'],
    })
    correct('king@example.com', 'other@example.com')
    expect(shown().customer?.pendingEmail?.address).toBe('byron@example.com')
    correct(ada.email)
    expect(shown().customer).toMatchObject({ email: ada.email, pendingEmail: undefined })
  })

  test('shows staff the mask of a number that an undo restores', () => {
    const { ask, shown } = setUp()
    const phone = '555 010 0142'
    const wrong = ask('customer.change', {
      memberId: ada.id,
      changes: { lastName: 'Byron', phone },
      seen: { lastName: 'Lovelace', phone: '' },
    })
    ask('customer.change', {
      memberId: ada.id,
      changes: { lastName: 'Lovelace' },
      seen: { lastName: 'Byron', phone },
      undoOf: { changeId: wrong.operationId, phone: '••• 0188' },
    })
    expect(shown().customer).toMatchObject({ lastName: 'Lovelace', phone: '••• 0188' })
  })

  test('a redemption reserves its points; refuses a second one they do not cover', () => {
    const { ask, device, shown } = setUp()
    const wish = { memberId: ada.id, rewardId: coffee.id }
    expect(whyNotRedeem(viewOf(device), wish)).toBe(null)
    const row = ask('reward.redeem', { ...wish, couponId: v7(), pointsSeen: 50 })
    expect(shown().customer).toMatchObject({ points: 10, reservedPoints: 50 })
    expect(shown().redemptions).toMatchObject([{ rewardName: 'Free coffee', couponCode: null }])
    expect(whyNotRedeem(viewOf(device), wish)).toBe('points_short')
    device.outbox.put([
      { ...row, status: 'acknowledged', version: 5, result: { couponCode: 'AB' } },
    ])
    expect(shown().customer).toMatchObject({ points: 10, reservedPoints: 0, sync: 'saved' })
    expect(shown().redemptions).toMatchObject([{ couponCode: 'AB' }])
  })

  test('shows a new reward and successive changes at once; ignores an outdated change', () => {
    const { ask, device } = setUp()
    const rewardId = v7()
    const { id: _, isActive: __, redeemedCount: ___, retiredAt: ____, revision, ...terms } = coffee
    const created = ask('reward.create', { ...terms, name: 'Cake', pointsRequired: 80, rewardId })
    ask('reward.change', {
      rewardId,
      revision: created.operationId,
      changes: { pointsRequired: 90, isActive: false },
    })
    const paused = ask('reward.change', {
      rewardId: coffee.id,
      revision,
      changes: { isActive: false },
    })
    ask('reward.change', { rewardId: coffee.id, revision, changes: { name: 'Too late' } })
    const { rewards } = readRewards(viewOf(device))
    expect(rewards).toMatchObject([
      { name: 'Free coffee', isActive: false, revision: paused.operationId, sync: 'waiting' },
      { name: 'Cake', pointsRequired: 90, isActive: false, sync: 'waiting' },
    ])
    expect(readBusinessCounts(viewOf(device)).activeRewards).toBe(0)
  })

  test('shows a free item only while it is a dollar amount', () => {
    const { ask, device } = setUp()
    const percentage = { discountType: 'percentage', discountValue: '10' } as const
    const dollars = { discountType: 'fixed', discountValue: '2.00' } as const
    const { id: _, isActive: __, redeemedCount: ___, retiredAt: ____, revision, ...terms } = coffee
    const rewardId = v7()
    const created = { ...terms, ...percentage, pointsRequired: 80, freeItem: true, rewardId }
    ask('reward.create', created)
    let seen = revision
    const flags = () => readRewards(viewOf(device)).rewards.map(({ freeItem }) => freeItem)
    const change = (changes: RewardChanges) => {
      seen = ask('reward.change', { rewardId: coffee.id, revision: seen, changes }).operationId
      return flags()[0]
    }
    expect(flags()[1]).toBe(false)
    expect(change({ freeItem: true })).toBe(true)
    expect(change({ discountType: 'fixed', discountValue: '4.00' })).toBe(true)
    expect(change(percentage)).toBe(false)
    expect(change(dollars)).toBe(false)
    expect(change({ ...percentage, freeItem: true })).toBe(false)
  })

  test('promises the last one in stock only once on a device', () => {
    const { ask, device, records } = setUp()
    records.apply([
      { table: 'reward', rows: [{ ...coffee, stock: 1 } as { id: string }], gone: [] },
    ])
    ask('reward.redeem', { memberId: ada.id, rewardId: coffee.id, couponId: v7(), pointsSeen: 50 })
    expect(whyNotRedeem(viewOf(device), { memberId: ada.id, rewardId: coffee.id })).toBe(
      'reward_sold_out',
    )
  })

  test('a used coupon is used, typed with dashes or without', () => {
    const { ask, device, records } = setUp()
    const coupon = {
      id: v7(),
      codeDigest: couponDigest(businessId, 'ABCD-EFGH-JKLM'),
      codeEnding: 'JKLM',
      memberId: ada.id,
      usedAt: null,
      expiresAt: '2999-01-01T00:00:00.000Z',
      issuedAt: at,
    }
    records.apply([{ table: 'coupon', rows: [coupon], gone: [] }])
    expect(whyNotUse(viewOf(device), couponDigest(businessId, 'abcdefghjklm'))).toBe(null)
    ask('coupon.use', { digest: coupon.codeDigest })
    expect(readCoupon(viewOf(device), 'ABCD-efgh-JKLM')).toMatchObject({
      coupon: { usedAt: at, sync: 'waiting' },
      customer: { firstName: 'Ada' },
    })
    expect(whyNotUse(viewOf(device), coupon.codeDigest)).toBe('coupon_used')
  })

  test('a refused or withdrawn operation has no effect; a refused one is listed with its reason', () => {
    const { ask, device, shown } = setUp()
    ask('purchase.record', purchase('10'), { status: 'refused', code: 'member_erased' })
    ask('purchase.record', purchase('10'), { status: 'withdrawn' })
    expect(shown().customer?.points).toBe(60)
    const { entries } = readOutboxList(viewOf(device))
    expect(entries).toMatchObject([
      {
        state: 'refused',
        title: '$10.00 for Ada Lovelace',
        message: 'This customer has left the program.',
      },
    ])
  })
})
