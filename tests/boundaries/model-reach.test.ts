/** A new operation needs a place in the convergence model. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OperationName } from '#schema/contract/operation.ts'
import { actionsOf, schedules, type Work } from '#tests/convergence/actions.ts'

/** The compiler reports a missing operation. */
const askedBy = {
  'customer.signUp': 'signUp',
  'purchase.record': 'purchase',
  'purchase.reverse': 'reverse',
  'points.adjust': 'adjust',
  'customer.note': 'note',
  'customer.change': 'correct',
  'welcome.decide': 'welcome',
  'program.change': 'program',
  'reward.create': 'createReward',
  'reward.change': 'changeReward',
  'campaign.create': 'createCampaign',
  'campaign.change': 'changeCampaign',
  'reward.redeem': 'redeem',
  'redemption.undo': 'undo',
  'coupon.use': 'useCoupon',
  'couponUse.undo': 'undoUse',
  'customer.join': 'join',
  'customer.separate': 'separate',
  'pair.propose': 'proposePair',
  'pair.separate': 'separatePair',
} as const satisfies Record<OperationName, Work['kind']>

test('plays every such operation within a hundred schedules', () => {
  const asked = new Set<string>()
  for (const schedule of fc.sample(schedules, { numRuns: 100, seed: 1 })) {
    for (const action of actionsOf(schedule))
      if (action.kind === 'work') asked.add(action.work.kind)
  }
  expect(Object.values(askedBy).filter((kind) => !asked.has(kind))).toEqual([])
})
