/**
 * Short stories that random schedules rarely produce: two counters at the same points, work that
 * depends on a refusal, access ending with work on the way. Each is played with varying people,
 * amounts and faults, and must then settle like any schedule.
 */
import fc from 'fast-check'
import { type Action, action, browserCount, type Schedule, type Work } from './actions.ts'
import type { Fault } from './faulty-network.ts'

/** The parameters that vary. */
interface Telling {
  /** Two browsers, never the same. */
  one: number
  other: number
  person: number
  cents: number
  pick: number
}

const tellings: fc.Arbitrary<Telling> = fc
  .record({
    one: fc.nat({ max: browserCount - 1 }),
    step: fc.integer({ min: 1, max: browserCount - 1 }),
    person: fc.nat({ max: 3 }),
    cents: fc.integer({ min: 500, max: 9000 }),
    pick: fc.nat({ max: 50 }),
  })
  .map(({ step, ...telling }) => ({ ...telling, other: (telling.one + step) % browserCount }))

/** Counted from the end: the latest member, purchase or redemption. */
const latest = -1

const work = (browser: number, what: Work): Action => ({
  kind: 'work',
  browser,
  tab: 0,
  work: what,
})
const sync = (browser: number, ...faults: Fault[]): Action => ({
  kind: 'sync',
  browser,
  tab: 0,
  faults,
})
const event = (kind: Extract<Action, { pick: number }>['kind'], browser = 0, pick = 0) =>
  ({ kind, browser, pick }) as Action
const everyoneSyncs = event('syncAll')

const signUp = (browser: number, person: number) => work(browser, { kind: 'signUp', person })
const buy = (browser: number, cents: number) =>
  work(browser, { kind: 'purchase', member: latest, cents })
const redeem = (browser: number) =>
  work(browser, { kind: 'redeem', member: latest, reward: 0, onTrust: false })
const reverse = (browser: number) =>
  work(browser, { kind: 'reverse', purchase: latest, cents: null })
const undo = (browser: number) => work(browser, { kind: 'undo', redemption: latest })
const useCoupon = (browser: number, coupon: number) => work(browser, { kind: 'useCoupon', coupon })
const undoUse = (browser: number) => work(browser, { kind: 'undoUse', use: latest })
const spareComes = event('changeRewards', 0, 1)
const spareGoes = event('changeRewards', 0, 0)

/** By name, so that one can be replayed. */
export const stories: Record<string, (of: Telling) => Action[]> = {
  'two counters redeem the last points': ({ one, other, person }) => [
    signUp(one, person),
    everyoneSyncs,
    redeem(one),
    redeem(one),
    redeem(other),
    redeem(other),
    sync(one),
    sync(other),
  ],
  'two counters reverse one purchase': ({ one, other, person, cents }) => [
    signUp(one, person),
    buy(one, cents),
    everyoneSyncs,
    reverse(one),
    reverse(other),
    sync(one),
    sync(other),
  ],
  'two counters use one coupon': ({ one, other, person, pick }) => [
    signUp(one, person),
    everyoneSyncs,
    ...[one, other].map((browser) => useCoupon(browser, pick)),
    sync(one),
    sync(other),
  ],
  'a use is undone, and the coupon used elsewhere': ({ one, other, person, pick }) => [
    signUp(one, person),
    everyoneSyncs,
    useCoupon(one, pick),
    undoUse(one),
    useCoupon(other, pick),
    ...(pick % 2 ? [sync(other)] : []),
    undoUse(one),
    sync(one),
    sync(other),
  ],
  'a redemption that was refused is undone': ({ one, person }) => [
    signUp(one, person),
    everyoneSyncs,
    ...Array.from({ length: 4 }, () => redeem(one)),
    undo(one),
    sync(one),
  ],
  'a member who was taken back is served elsewhere': ({ one, other, person, cents, pick }) => [
    sync(one),
    signUp(one, person),
    buy(other, cents),
    ...(pick % 2 ? [sync(other)] : []),
    event('discard', one, latest),
    sync(one),
    sync(other),
  ],
  'a counter goes on while the business is paused': ({ one, other, person, cents }) => [
    event('pause'),
    signUp(one, person),
    buy(one, cents),
    sync(one),
    buy(other, cents),
    sync(other),
    event('resume'),
    everyoneSyncs,
  ],
  'somebody leaves with work on the way': ({ person, cents }) => [
    sync(1),
    signUp(1, person),
    buy(1, cents),
    event('remove'),
    sync(1),
    buy(0, cents),
    everyoneSyncs,
  ],
  'sealed work of somebody who has left': ({ person, cents }) => [
    sync(1),
    signUp(1, person),
    buy(1, cents),
    event('signOut', 1, 0),
    event('remove'),
    sync(1),
  ],
  'sealed work with other numbers': ({ one, other, person, cents, pick }) => [
    signUp(one, person),
    sync(one),
    signUp(one, person + 1),
    buy(one, cents),
    event('disputeNumbers', one, pick % 2 ? 0 : 6),
    event('signOut', one, other),
    sync(one),
  ],
  'the price rises after it was seen': ({ one, person }) => [
    signUp(one, person),
    event('changePrice', 0, 1),
    everyoneSyncs,
    redeem(one),
    event('changePrice', 0, 3),
    sync(one),
  ],
  'a reward goes': () => [spareComes, everyoneSyncs, spareGoes, everyoneSyncs],
  'a reward goes and nobody knows it any more': () => [
    spareComes,
    everyoneSyncs,
    spareGoes,
    event('forgetChanges'),
    everyoneSyncs,
  ],
  'somebody may see more and less again': ({ person }) => [
    signUp(0, person),
    everyoneSyncs,
    event('changeRole'),
    sync(2),
    signUp(0, person + 1),
    everyoneSyncs,
    event('changeRole'),
    sync(2),
  ],
  'a first sync in pages while others work': ({ one, other, person, cents }) => [
    signUp(one, person),
    signUp(one, person + 1),
    buy(one, cents),
    everyoneSyncs,
    event('evict', other),
    ...Array.from({ length: 7 }, () => [
      sync(other, 'none', 'requestLost'),
      buy(one, cents),
      sync(one),
    ]).flat(),
  ],
  'a server is restored and forgets what two had sent': ({ one, other, person, cents, pick }) => [
    signUp(one, person),
    everyoneSyncs,
    event('backUp'),
    buy(one, cents),
    sync(one),
    buy(other, cents),
    sync(other, ...(pick % 2 ? (['answerLost'] as const) : [])),
    event('restore'),
    buy(one, cents),
    sync(one),
    sync(other),
  ],
  'a campaign that two owners change': ({ one, pick }) => [
    event('changeRole'),
    sync(2),
    work(0, { kind: 'createCampaign', couponDays: 7 }),
    ...(pick % 2 ? [everyoneSyncs] : []),
    ...[0, 2].map((browser) =>
      work(browser, { kind: 'changeCampaign', campaign: 0, changes: { couponDays: 14 } }),
    ),
    sync(one),
    everyoneSyncs,
  ],
  'numbers are disputed after an answer was lost': ({ one, person, cents, pick }) => [
    sync(one),
    signUp(one, person),
    buy(one, cents),
    sync(one, 'answerLost'),
    signUp(one, person + 1),
    buy(one, cents),
    event('disputeNumbers', one, pick % 2 ? 5 : 1),
    sync(one),
  ],
  'a phone asks again after its answer was lost': ({ one, person, pick }) => [
    { kind: 'phone', doing: 'signUp', pick: person, faults: ['answerLost'], effects: null },
    { kind: 'phone', doing: 'drain', pick, faults: ['databaseDies'], effects: null },
    { kind: 'phone', doing: 'redeem', pick, faults: ['answerLost'], effects: null },
    { kind: 'phone', doing: 'drain', pick, faults: ['proxyError'], effects: null },
    sync(one),
  ],
  'what was never sent is taken back or said in other words': ({ one, person, cents, pick }) => [
    sync(one),
    signUp(one, person),
    buy(one, cents),
    event('discard', one, latest),
    signUp(one, person + 1),
    buy(one, cents),
    event('edit', one, latest),
    sync(one, ...(pick % 2 ? (['answerLost'] as const) : [])),
  ],
}

const around = fc.array(action, { maxLength: 4 })

export function tellingsOf(story: string): fc.Arbitrary<Schedule> {
  const tell = stories[story]
  if (!tell) throw new Error(`Nobody knows the story "${story}"`)
  return fc
    .record({
      pullRows: fc.constantFrom(3, 12),
      pushOperations: fc.constantFrom(2, 20),
      isTrusting: fc.boolean(),
      before: around,
      telling: tellings,
      after: around,
    })
    .map(({ before, telling, after, ...sizes }) => ({
      ...sizes,
      aside: [],
      counter: [],
      edges: [],
      tillCount: 1,
      further: [],
      joins: [],
      actions: [...before, ...tell(telling), ...after],
    }))
}
