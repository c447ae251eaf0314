/** Joins of the model: an owner joins and separates members, and people decide about pairs. */

import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { debtAfter } from '#pwa/loyalty/member-joins.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import type { JoinWork, Work } from './actions.ts'
import type { ModelBrowser } from './browser.ts'
import type { Counted } from './expected.ts'
import { Members } from './members.ts'
import type { Asked } from './work.ts'

const kinds: readonly Work['kind'][] = ['join', 'separate', 'proposePair', 'separatePair']

export function isJoinWork(work: Work): work is JoinWork {
  return kinds.includes(work.kind)
}

export async function doJoin(
  work: JoinWork,
  browser: ModelBrowser,
  tab: number,
  { members, book }: Asked,
): Promise<void> {
  const { device, person } = browser
  const rows = [...device.records.rows('customer')].map(({ id }) => id).sort()
  // Sometimes one whom this device need not know.
  const known = rows.length < 2 || work.pick % 7 === 0 ? members : rows
  const at = (index: number) => known[index % Math.max(1, known.length)]
  const [one, other] = [at(work.pick), at(work.pick + 1 + work.step)]
  if (work.kind === 'proposePair' || work.kind === 'separatePair') {
    if (!one || !other || one === other) return
    const [oneId = '', otherId = ''] = [one, other].sort()
    const name = work.kind === 'proposePair' ? 'pair.propose' : 'pair.separate'
    return browser.perform(name, { oneId, otherId }, { tab })
  }
  if (person.view !== 'owner') return
  if (work.kind === 'join') {
    if (!one || !other || one === other) return
    return browser.perform('customer.join', { keepId: one, joinId: other }, { tab })
  }
  const joins = [...device.records.rows('memberJoin')]
  const join = joins[work.pick % Math.max(1, joins.length)]
  if (join) {
    const kept = shownCustomerOf(viewOf(device), join.memberId)
    const { memberId: keepId, id: joinId } = join
    const spentSeen = work.acceptDebt ? 9999 : debtAfter(join, kept?.points ?? 0)
    return browser.perform('customer.separate', { keepId, joinId, spentSeen }, { tab })
  }
  const asked = [...book.operations.values()].findLast(({ name }) => name === 'customer.join')
  if (!asked) return
  const { keepId, joinId } = asked.payload as { keepId: string; joinId: string }
  await browser.perform('customer.separate', { keepId, joinId, spentSeen: 0 }, { tab })
}

/** @returns decided pairs that are not stored, and stored ones that nobody decided */
export function judgePairs(counted: Counted[], pairs: readonly string[]): string[] {
  const members = new Members(counted)
  const decided = counted.flatMap((each) => {
    const { saved, end } = each
    const { oneId, otherId, keepId, joinId } = saved.payload
    const isOfJoin = saved.name === 'customer.separate'
    if (!isOfJoin && !saved.name.startsWith('pair.')) return []
    const ones = members.possible(oneId ?? keepId, end.version)
    const others = isOfJoin ? [members.ownIdOf(joinId)] : members.possible(otherId, end.version)
    const possible = ones.flatMap((one) => others.map((other) => [one, other].sort().join(' ')))
    return { possible, version: end.version, isProposal: saved.name === 'pair.propose' }
  })
  const unfounded = pairs.filter((line) => {
    const [one, other, how] = line.split(' ')
    return !decided.some(
      ({ possible, isProposal }) =>
        possible.includes(`${one} ${other}`) && isProposal === (how === 'proposed'),
    )
  })
  const lost = decided.filter(({ possible, version, isProposal }) => {
    // A join forgets the decisions about its pair.
    const isForgotten = members.steps.some(
      (step) =>
        step.isJoin &&
        step.version >= version &&
        possible.includes([step.keepId, step.joinId].sort().join(' ')),
    )
    const isThere = possible.some(
      (pair) =>
        pairs.includes(`${pair} separated`) || (isProposal && pairs.includes(`${pair} proposed`)),
    )
    return !isForgotten && !isThere
  })
  return [...unfounded, ...lost.map(({ possible }) => `Lost: ${possible.join(' or ')}`)]
}
