import { expect, test } from 'vitest'
import { serverLimits } from '#sync-server/server-limits.ts'
import { Admission } from './admission.ts'

const admission = () => new Admission({ now: () => new Date('2026-11-22T12:00:00Z') })
const network = (of: number) => `2001:db8:1:${of.toString(16)}::/64`
const isAdmitted = (ask: () => void) => {
  try {
    ask()
    return true
  } catch {
    return false
  }
}

test('counts refused calls of one network against no shared limit', () => {
  const visits = admission()
  const ask = (of: number) => isAdmitted(() => visits.visit(network(of), 'customer'))
  const often = serverLimits.wideNetworkFactor * serverLimits.visitorCallsPerNetwork
  const admitted = Array.from({ length: often + 1 }, () => ask(1)).filter(Boolean)
  expect(admitted).toHaveLength(serverLimits.visitorCallsPerNetwork)
  expect(ask(2)).toBe(true)
})

test('counts refused sign-ups of one network against no shared limit', () => {
  const joins = admission()
  const ask = (of: number) => isAdmitted(() => joins.join(network(of), 'CODE'))
  const often = serverLimits.wideNetworkFactor * serverLimits.joinsPerNetworkPerDay
  for (let n = 0; n <= often; n += 1) ask(1)
  expect(ask(2)).toBe(true)
})

const { visitorCallsPerNetwork, writtenPagesPerNetwork, walletPassesPerNetworkPerMinute } =
  serverLimits
test.each<[string, number, (to: Admission, network: string) => void]>([
  ['calls', visitorCallsPerNetwork, (to, network) => to.visit(network, 'customer')],
  ['written pages', writtenPagesPerNetwork, (to, network) => to.writePage(network)],
  ['wallet passes', walletPassesPerNetworkPerMinute, (to, network) => to.signPass(network)],
])('the networks of a /48 share a bound: %s', (_, perNetwork, ask) => {
  const all = admission()
  const networks = Array.from({ length: 2 * serverLimits.wideNetworkFactor }, (_, of) => of)
  const admitted = networks.flatMap((of) =>
    Array.from({ length: perNetwork }, () => isAdmitted(() => ask(all, network(of)))).filter(
      Boolean,
    ),
  )
  expect(admitted).toHaveLength(serverLimits.wideNetworkFactor * perNetwork)
})

test('limits sign-ups per code and minute across all networks', () => {
  const { joinsPerCodePerMinute, joinsPerNetworkPerMinute } = serverLimits
  const joins = admission()
  const ask = (of: number, code: string) =>
    isAdmitted(() => joins.join(`2001:db8:${of.toString(16)}::/64`, code))
  const networks = Array.from({ length: joinsPerCodePerMinute / joinsPerNetworkPerMinute + 1 })
  const admitted = networks.flatMap((_, of) =>
    Array.from({ length: joinsPerNetworkPerMinute }, () => ask(of + 1, 'CODE')).filter(Boolean),
  )
  expect(admitted).toHaveLength(joinsPerCodePerMinute)
  expect(ask(999, 'OTHER')).toBe(true)
})

test('limits wallet passes per minute across all networks', () => {
  const { walletPassesPerMinute, walletPassesPerNetworkPerMinute } = serverLimits
  const passes = admission()
  const networks = Array.from(
    { length: walletPassesPerMinute / walletPassesPerNetworkPerMinute + 1 },
    (_, of) => `203.0.113.${of + 1}`,
  )
  const ask = (network: string) => isAdmitted(() => passes.signPass(network))
  const admitted = networks.flatMap((network) =>
    Array.from({ length: walletPassesPerNetworkPerMinute }, () => ask(network)).filter(Boolean),
  )
  expect(admitted).toHaveLength(walletPassesPerMinute)
})

test('keeps daily counts during a flood of other calls', () => {
  let now = Date.parse('2026-11-22T12:00:00Z')
  const joins = new Admission({ now: () => new Date(now) })
  const join = () => isAdmitted(() => joins.join('203.0.113.7', 'ABCD2345'))
  for (let n = 0; n < serverLimits.joinsPerNetworkPerDay; n += 1) {
    if (n % serverLimits.joinsPerNetworkPerMinute === 0) now += 60_000
    expect(join()).toBe(true)
  }
  now += 60_000
  expect(join()).toBe(false)
  for (let n = 0; n < 60_000; n += 1) joins.visit(`198.51.${n >> 8}.${n & 255}`, 'customer')
  expect(join()).toBe(false)
})
