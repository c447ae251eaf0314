/** What may happen in a schedule: people at several devices, and everything that goes wrong. */
import fc from 'fast-check'
import type { Step } from '#pwa/sync/sync-context.ts'
import { type Fault, faults } from './faulty-network.ts'

const devices = 3
const device = fc.nat({ max: devices - 1 })
const pick = fc.nat({ max: 50 })

const steps: readonly Step[] = [
  'perform:asked',
  'perform:written',
  'push:chosen',
  'push:answered',
  'push:settled',
  'pull:asked',
  'pull:answered',
  'pull:stored',
]

const work = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('signUp' as const), person: fc.nat({ max: 5 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('purchase' as const),
      member: pick,
      cents: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), purchase: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('redeem' as const), member: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('undo' as const), redemption: pick }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('useCoupon' as const), coupon: pick }) },
)
export type Work = typeof work extends fc.Arbitrary<infer Kind> ? Kind : never

const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('work' as const), device, work }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      device,
      faults: fc.array(fc.constantFrom<Fault>(...faults), { maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('syncAll' as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      device,
      at: fc.constantFrom<Step>(...steps),
      work,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      device,
      hours: fc.integer({ min: -48, max: 48 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('discard' as const), device, row: pick }),
  },
)
export type Action = typeof action extends fc.Arbitrary<infer Kind> ? Kind : never

export const schedules = fc.array(action, { minLength: 5, maxLength: 36, size: 'max' })
export const deviceCount = devices
