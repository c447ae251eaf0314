/** The actions of a schedule: people at several browsers, and everything that can go wrong. */
import fc from 'fast-check'
import type { CampaignChanges } from '#schema/contract/campaign.ts'
import type { CustomerDetails } from '#schema/contract/correction.ts'
import type { RewardChanges } from '#schema/contract/reward.ts'
import { type Fault, faults } from './faulty-network.ts'

export const browserCount = 3
/** Moves a clock back to before the earliest time the protocol accepts. */
export const beforeTimeHours = -500_000
const pick = fc.nat({ max: 50 })
const browser = fc.nat({ max: browserCount - 1 })
const tab = fc.nat({ max: 1 })

const work = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('signUp' as const), person: fc.nat({ max: 3 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('purchase' as const),
      member: pick,
      cents: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('reverse' as const),
      // Few purchases, so that one is often reversed repeatedly.
      purchase: fc.nat({ max: 3 }),
      cents: fc.option(fc.integer({ min: 1, max: 5000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      member: pick,
      points: fc.constantFrom(-120, -30, 25),
      acceptDebt: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('note' as const),
      // Few members, so that two people write about the same one.
      member: fc.nat({ max: 2 }),
      note: fc.constantFrom('', 'Oat milk', 'Window seat'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('program' as const),
      pointsPerDollar: fc.constantFrom(0.37, 1, 2, 3),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('redeem' as const),
      member: fc.nat({ max: 3 }),
      reward: pick,
      /** Handed over at once, if the owner allows trust. */
      onTrust: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('welcome' as const),
      member: fc.nat({ max: 3 }),
      release: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('undo' as const), redemption: fc.nat({ max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('undoUse' as const), use: fc.nat({ max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('createReward' as const),
      points: fc.constantFrom(20, 60),
      stock: fc.constantFrom(null, 1, 2),
      limit: fc.constantFrom(null, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('changeReward' as const),
      reward: pick,
      changes: fc.constantFrom<RewardChanges>(
        { pointsRequired: 40 },
        { stock: 1 },
        { stock: 3, limitPerMember: 1 },
        { freeItem: true },
        { isActive: false },
        { isActive: true },
        { retired: true },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('earlier' as const),
      of: fc.constantFrom('purchase', 'reversal', 'coupon', 'correction', 'coupon'),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('useCoupon' as const), coupon: fc.nat({ max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('poison' as const) }) },
)
const campaignWork = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('createCampaign' as const),
      couponDays: fc.constantFrom(7, 30),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('changeCampaign' as const),
      // Few campaigns, so that two people change the same one.
      campaign: fc.nat({ max: 1 }),
      changes: fc.constantFrom<CampaignChanges>(
        { couponDays: 14 },
        { isActive: false },
        { couponDays: 21, isActive: true },
        { retired: true },
      ),
    }),
  },
)
const correction = fc.record({
  kind: fc.constant('correct' as const),
  // Few members and values, so that two people correct the same field.
  member: fc.nat({ max: 1 }),
  changes: fc.constantFrom<Partial<CustomerDetails>>(
    { lastName: 'Byron' },
    { lastName: 'King' },
    { firstName: 'Augusta' },
    { phone: '+1 555 010 0142' },
    { phone: '(555) 010-0177' },
    { phone: '' },
    { firstName: 'Ada', phone: '+1 555 010 0142' },
  ),
})
const joinWork = fc.record({
  kind: fc.constantFrom(
    ...(['join', 'join', 'join', 'separate', 'separate', 'proposePair', 'separatePair'] as const),
  ),
  // Few ids, so that schedules contain chains and both directions of one pair.
  pick: fc.nat({ max: 8 }),
  step: fc.nat({ max: 1 }),
  acceptDebt: fc.boolean(),
})
type Asked<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Kind> ? Kind : never
export type CampaignWork = Asked<typeof campaignWork>
export type JoinWork = Asked<typeof joinWork>
export type Work = Asked<typeof work> | CampaignWork | Asked<typeof correction> | JoinWork

/** The work in progress when a tab is killed. */
const crashing = [
  'perform',
  'performAndSync',
  'sync',
  'edit',
  'discard',
  'retry',
  'signOut',
  'handOver',
  'disputeAndSync',
] as const
export type Crashing = (typeof crashing)[number]

/** Roughly how many effects each has: a crash after the last one proves nothing. */
export const effectsOf: Record<Crashing, number> = {
  perform: 2,
  performAndSync: 12,
  sync: 8,
  edit: 2,
  discard: 2,
  retry: 2,
  signOut: 10,
  handOver: 16,
  disputeAndSync: 14,
}

/** A person's actions on a visitor's phone. */
const phoning = ['signUp', 'redeem', 'drain'] as const

const deadly = ['serverDies', 'databaseDies'] as const satisfies readonly Fault[]
const harmless = faults.filter((fault) => !deadly.some((each) => each === fault))
const fault = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom<Fault>(...harmless) },
  // Starting a new server takes as long as some schedules.
  { weight: 1, arbitrary: fc.constantFrom<Fault>(...deadly) },
)
const plannedFaults = fc.array(fault, { maxLength: 4 })
const one = <const Kind extends string>(kind: Kind, weight: number) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), browser, pick }),
})

export const action = fc.oneof(
  { weight: 26, arbitrary: fc.record({ kind: fc.constant('work' as const), browser, tab, work }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      browser,
      tab,
      faults: plannedFaults,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      browser,
      doing: fc.constantFrom<Crashing>(...crashing),
      effects: fc.nat({ max: 23 }),
      wholly: fc.boolean(),
      pick,
      work,
      faults: plannedFaults,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      browser,
      hours: fc.constantFrom<number>(-48, -25, -1, 1, 23, 48),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('phone' as const),
      doing: fc.constantFrom(...phoning),
      pick,
      faults: plannedFaults,
      /** Switch off at this one of the next effects, or not at all. */
      effects: fc.option(fc.nat({ max: 9 })),
    }),
  },
  one('syncAll', 3),
  one('openTab', 2),
  one('closeTab', 1),
  one('discard', 2),
  one('edit', 4),
  one('retry', 2),
  one('carry', 1),
  one('signOut', 2),
  one('throwAway', 1),
  one('endSessions', 1),
  one('remove', 1),
  one('changeRole', 1),
  one('pause', 1),
  one('resume', 2),
  one('decide', 1),
  one('changePrice', 1),
  one('changeRewards', 2),
  one('changeTrust', 2),
  one('forgetChanges', 1),
  one('disputeNumbers', 2),
  one('silence', 1),
  one('evict', 1),
  one('serverDies', 1),
  one('backUp', 2),
  one('restore', 1),
)

/** The till, beside the browsers of people with accounts. */
export const till = browserCount
const atTill = fc.constant(till)
const onTill = <const Kind extends string>(kind: Kind, weight: number) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), browser: atTill, pick }),
})
const tillAction = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constant('work' as const), browser: atTill, tab, work }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      browser: atTill,
      tab,
      faults: plannedFaults,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      browser: atTill,
      doing: fc.constantFrom<Crashing>('perform', 'performAndSync', 'sync', 'edit', 'retry'),
      effects: fc.nat({ max: 23 }),
      wholly: fc.boolean(),
      pick,
      work,
      faults: plannedFaults,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      browser: atTill,
      hours: fc.constantFrom<number>(-48, -25, -1, 1, 23, 48),
    }),
  },
  onTill('unlock', 4),
  onTill('lock', 2),
  onTill('changePin', 2),
  onTill('revokeTill', 1),
  onTill('edit', 1),
  onTill('discard', 1),
  onTill('carry', 1),
  onTill('evict', 1),
  onTill('openTab', 1),
  onTill('decideNamed', 4),
  onTill('passDay', 2),
  onTill('stuck', 1),
)
type Drawn =
  | Asked<typeof action>
  | Asked<typeof tillAction>
  | Asked<typeof aside>
  | Asked<typeof edge>
  | Asked<typeof further>
  | Asked<typeof joining>
type WithWork<Kind> = Kind extends { work: unknown } ? Omit<Kind, 'work'> & { work: Work } : Kind
export type Action = WithWork<Drawn>

/** The browser is killed while it saves or sends this work. */
const crashDuring = (work: fc.Arbitrary<Work>) =>
  fc.record({
    kind: fc.constant('crash' as const),
    browser,
    doing: fc.constantFrom<Crashing>('perform', 'performAndSync'),
    effects: fc.nat({ max: 11 }),
    wholly: fc.boolean(),
    pick,
    work,
    faults: plannedFaults,
  })

/**
 * Inserted actions: drawn after the others, so that existing seeds keep producing the same actions.
 */
const aside = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('work' as const), browser, tab, work: campaignWork }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      browser: fc.nat({ max: till }),
      tab,
      work: correction,
    }),
  },
  {
    weight: 2,
    arbitrary: crashDuring(correction),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      browser,
      hours: fc.constant(beforeTimeHours),
    }),
  },
  { weight: 1, arbitrary: one('backUp', 1).arbitrary },
  { weight: 2, arbitrary: one('revokeDevices', 1).arbitrary },
  { weight: 3, arbitrary: one('restore', 1).arbitrary },
)

export interface Schedule {
  /** Page size of a pull, and batch size of a push. */
  pullRows: number
  pushOperations: number
  /** Rewards are handed over on trust from the beginning. */
  isTrusting: boolean
  actions: Action[]
  aside: { at: number; action: Action }[]
  /** At the till, and what owners and days do. */
  counter: { at: number; action: Action }[]
  edges: { at: number; action: Action }[]
  tillCount: number
  further: { at: number; action: Action }[]
  joins: { at: number; action: Action }[]
}

const anywhere = <const Kind extends string>(kind: Kind, weight: number) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), browser: fc.nat({ max: till }), pick }),
})
/** Disks, copied tickets, slow statements, balances at the edge; drawn last. */
const edge = fc.oneof(
  anywhere('clearStorage', 3),
  anywhere('loseRow', 2),
  anywhere('damage', 2),
  one('copyTicket', 4),
  one('useTicket', 2),
  one('slow', 1),
  one('redeemOneShort', 3),
  onTill('endPin', 3),
  one('conflict', 4),
  onTill('carryToTill', 2),
)
/** Drawn after all others, so that existing seeds keep producing the same actions. */
const further = fc.oneof(
  anywhere('staleAnswer', 3),
  anywhere('evictForWorker', 1),
  anywhere('loseRowOpen', 2),
  one('sealAndRestore', 2),
  one('decideChain', 3),
  one('lend', 3),
  anywhere('loseLate', 2),
  one('returnInOtherOrder', 3),
  anywhere('turnBack', 2),
)

/** Joins of members; drawn after all others. */
const joining = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('work' as const), browser, tab, work: joinWork }),
  },
  {
    weight: 1,
    arbitrary: crashDuring(joinWork),
  },
  one('joinMeanwhile', 2),
  one('joinCard', 2),
)

const actionsMax = 36

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  pullRows: fc.constantFrom(3, 12, 60),
  pushOperations: fc.constantFrom(2, 4, 20),
  isTrusting: fc.boolean(),
  actions: fc.array(action, { minLength: 8, maxLength: actionsMax, size: 'max' }),
  aside: fc.array(fc.record({ at: fc.nat({ max: actionsMax }), action: aside }), {
    maxLength: 8,
    size: 'max',
  }),
  counter: fc.array(fc.record({ at: fc.nat({ max: actionsMax }), action: tillAction }), {
    minLength: 4,
    maxLength: 14,
    size: 'max',
  }),
  edges: fc.array(fc.record({ at: fc.nat({ max: actionsMax }), action: edge }), {
    maxLength: 6,
    size: 'max',
  }),
  tillCount: fc.constantFrom(1, 1, 1, 2),
  further: fc.array(fc.record({ at: fc.nat({ max: actionsMax }), action: further }), {
    maxLength: 3,
    size: 'max',
  }),
  joins: fc.array(fc.record({ at: fc.nat({ max: actionsMax }), action: joining }), {
    maxLength: 5,
    size: 'max',
  }),
})
/** All actions, in order. */
export function actionsOf(schedule: Schedule): Action[] {
  const { actions, aside: between, counter, edges, tillCount } = schedule
  const others = [...edges, ...schedule.further, ...schedule.joins]
  const all = [...actions]
  const atCounters = counter.map(({ at, action: one }) => ({
    at,
    action: { ...one, browser: till + (at % tillCount) } as Action,
  }))
  for (const { at, action: one } of [...between, ...atCounters, ...others]) all.splice(at, 0, one)
  return all
}

export const workKinds = [
  'signUp',
  'purchase',
  'reverse',
  'adjust',
  'note',
  'correct',
  'program',
  'redeem',
  'welcome',
  'undo',
  'createReward',
  'changeReward',
  'createCampaign',
  'changeCampaign',
  'earlier',
  'useCoupon',
  'undoUse',
  'poison',
  'join',
  'separate',
  'proposePair',
  'separatePair',
] as const satisfies readonly Work['kind'][]
export const actionKinds = [
  'work',
  'sync',
  'crash',
  'clock',
  'phone',
  'syncAll',
  'openTab',
  'closeTab',
  'discard',
  'edit',
  'retry',
  'carry',
  'signOut',
  'throwAway',
  'endSessions',
  'revokeDevices',
  'remove',
  'changeRole',
  'pause',
  'resume',
  'decide',
  'changePrice',
  'changeRewards',
  'changeTrust',
  'forgetChanges',
  'disputeNumbers',
  'silence',
  'evict',
  'serverDies',
  'backUp',
  'restore',
  'unlock',
  'lock',
  'changePin',
  'revokeTill',
  'decideNamed',
  'passDay',
  'stuck',
  'clearStorage',
  'loseRow',
  'damage',
  'copyTicket',
  'useTicket',
  'endPin',
  'conflict',
  'carryToTill',
  'slow',
  'redeemOneShort',
  'staleAnswer',
  'evictForWorker',
  'loseRowOpen',
  'sealAndRestore',
  'decideChain',
  'lend',
  'loseLate',
  'returnInOtherOrder',
  'turnBack',
  'joinMeanwhile',
  'joinCard',
] as const satisfies readonly Action['kind'][]
export { crashing }
