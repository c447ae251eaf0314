/** Handing over a reward before the server has confirmed. */
import { expect, test } from 'vitest'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import type { PendingRedemption } from '#pwa/loyalty/overlay/overlay.ts'
import { mayHandOver } from '#pwa/loyalty/trust.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const hour = 3_600_000
const ago = (ms: number) => new Date(now - ms).toISOString()

interface Facts {
  trust?: { pointsPerRedemption: number; pointsPerDevice: number } | null
  cost?: number
  isNew?: boolean
  before?: { memberId: string; points: number; handedOver?: boolean; sync?: 'saved' | 'waiting' }[]
}

function viewWith({ trust, cost = 50, isNew, before = [] }: Facts): LoyaltyView {
  const customer = { id: 'ada', points: 100, totalSpent: '0.00' }
  const rows: Record<string, unknown> = {
    'business shop': {
      trust: trust === undefined ? { pointsPerRedemption: 60, pointsPerDevice: 120 } : trust,
    },
    'reward coffee': { id: 'coffee', pointsRequired: cost, retiredAt: null },
    ...(!isNew && { 'customer ada': customer }),
  }
  return {
    businessId: 'shop',
    records: { get: (table: string, id: string) => rows[`${table} ${id}`] },
    outbox: { memberIdOf: (id: string) => id },
    overlay: {
      members: new Map(),
      rewards: new Map(),
      signUps: new Map(isNew ? [['ada', { ...customer, sync: 'waiting' }]] : []),
      redemptions: before.map(
        (each) => ({ handedOver: true, sync: 'waiting', ...each }) as PendingRedemption,
      ),
    },
  } as unknown as LoyaltyView
}

const may = (facts: Facts, lastPulledAt: string | null = ago(hour)) =>
  mayHandOver(viewWith(facts), { memberId: 'ada', rewardId: 'coffee' }, { now, lastPulledAt })

test('is allowed within both caps, once per member, on a balance of the last 24 hours', () => {
  expect(may({})).toBe(true)
  expect(may({ cost: 60 })).toBe(true)
  expect(may({}, ago(24 * hour))).toBe(true)
})

test('is refused without the owner’s trust or beyond a cap', () => {
  expect(may({ trust: null })).toBe(false)
  expect(may({ cost: 61 })).toBe(false)
  expect(may({ before: [{ memberId: 'bo', points: 70 }] })).toBe(true)
  expect(may({ before: [{ memberId: 'bo', points: 71 }] })).toBe(false)
})

test('ignores redemptions that are synced or were not handed over', () => {
  expect(may({ before: [{ memberId: 'bo', points: 120, sync: 'saved' }] })).toBe(true)
  expect(may({ before: [{ memberId: 'bo', points: 120, handedOver: false }] })).toBe(true)
})

test('is refused a second time for one member before the first is synced', () => {
  expect(may({ before: [{ memberId: 'ada', points: 10 }] })).toBe(false)
})

test('is refused on a balance that is old, unknown, or from the future', () => {
  expect(may({}, ago(24 * hour + 1))).toBe(false)
  expect(may({}, null)).toBe(false)
  expect(may({}, ago(-hour))).toBe(false)
  expect(may({ isNew: true })).toBe(false)
})
