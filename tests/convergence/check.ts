/** Checks docs/sync-protocol.md, "The invariant", after everything has settled. */
import { expect } from 'vitest'
import type { OutboxRow } from '#pwa/visitor/database.ts'
import type { CustomerPage } from '#schema/contract/customer.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { Book, Saved } from './book.ts'
import type { ModelBrowser } from './browser.ts'
import { campaignsAtEnd } from './campaigns.ts'
import { compareDetails, judgeDetails } from './corrections.ts'
import { judgeDays } from './days.ts'
import {
  type Counted,
  centsOf,
  countedBy,
  type Expected,
  expectedAt,
  type Rules,
} from './expected.ts'
import { judgePairs } from './joins.ts'
import { judgeLent } from './lent.ts'
import { judgeNotes, judgeRevisions, judgeSeen } from './meanwhile.ts'
import { findPersons, Members } from './members.ts'
import { judgeOverlaid } from './overlaid.ts'
import type { ModelPhone } from './phone.ts'
import { chainOf, isApplied, judgeRefusal, makersOf } from './refusals.ts'
import { rewardLine, rewardsAtEnd, termsAround } from './rewards.ts'
import type { Shop } from './shop.ts'
import type { Sight } from './sight.ts'
import { type End, readTruth, type Truth } from './truth.ts'

const welcomePoints = 100
/**
 * How long a till may submit the work that it held when it learned that a PIN had ended, plus some
 * minutes.
 */
const formerPinMs = 65 * 60_000

interface Played {
  shop: Shop
  book: Book
  browsers: ModelBrowser[]
  phone: ModelPhone
}

export async function checkInvariant(
  running: TestServer,
  { shop, book, browsers, phone }: Played,
): Promise<void> {
  const truth = await readTruth(running, shop.businessId)
  const rules: Rules = {
    welcomePoints,
    rewardFacts: shop.rewardFacts,
    trustFacts: shop.trustFacts,
    moved: new Set(truth.entries.map(({ operationId }) => operationId)),
    codeById: new Map(truth.coupons.map(({ id, code }) => [id, code])),
    paid: new Map(truth.coupons.flatMap(({ id, paid }) => (paid === null ? [] : [[id, paid]]))),
    ruleOf: truth.ruleOf,
    shown: shop.shown,
    codeByDigest: new Map([
      ...[...shop.shown].map(([code, { digest }]) => [digest, code] as const),
      ...truth.coupons.map(({ digest, code }) => [digest, code] as const),
    ]),
  }

  const rows = await phone.rows()
  const wrong = [...book.broken]
  for (const saved of book.operations.values()) {
    const around = { book, truth, rules, browsers }
    const problem = saved.key ? judgeOnPhone(saved, around, rows) : judgeEnd(saved, around)
    const unasked = judgePermitted(saved, around, shop)
    const author = judgeAuthor(saved, around, shop)
    for (const each of [problem, unasked, author]) {
      if (each) wrong.push(`${saved.name} ${saved.operationId}: ${each}`)
    }
  }
  for (const { operationId, name } of truth.ends.values()) {
    if (!book.operations.has(operationId)) wrong.push(`${name} ${operationId}: nobody asked for it`)
  }
  wrong.push(...judgeDays(book, truth, shop.openedAt, rules), ...judgeCodes(truth, shop))
  if (wrong.length > 0) throw new Error(wrong.join('\n'))

  const counted = countedBy(book, truth.ends)
  const expected = expectedAt(counted, rules, Number.POSITIVE_INFINITY)
  compareServer(truth, expected)
  expect(judgeDetails(counted, truth.details)).toEqual([])
  expect(judgeNotes(counted, truth.notes)).toEqual([])
  expect([...judgeRevisions(counted), ...judgeSeen(counted)]).toEqual([])
  expect(judgeLent(book, counted, rules)).toEqual([])
  expect(judgePairs(counted, truth.pairs)).toEqual([])
  expect(truth.rewards).toEqual(rewardsAtEnd(counted, rules, expected.redeemed))
  expect(truth.campaigns).toEqual(campaignsAtEnd(counted))
  for (const { end } of counted) {
    const { pointsByMember, debtors, ...at } = expectedAt(counted, rules, end.version)
    judgeStock(at, { counted, rules, version: end.version })
    const below = [...pointsByMember].filter(([id, points]) => points < 0 && !debtors.has(id))
    if (below.length > 0) throw new Error(`Below zero at ${end.version}: ${below.join('; ')}`)
  }
  expect(judgeCards(await phone.readCards(), truth, new Members(counted))).toEqual([])
  for (const browser of browsers) {
    compareDevice(browser, truth)
    expect(judgeAliases(browser, book, new Members(counted))).toEqual([])
    const { missing } = browser.device.status.getState()
    const { least, most } = await browser.countLostNumbers()
    if (missing < least || missing > most) {
      throw new Error(`A device says that ${missing} are missing, not ${least} to ${most}`)
    }
    if ((await browser.sealedLeft()) > 0) throw new Error('A seal was never handed in')
    for (const sight of browser.sights) {
      const expected = expectedAt(counted, rules, sight.version)
      judgeSight(sight, { book, truth, expected })
      expect(judgeOverlaid(sight.overlaid, { book, truth, counted, rules, expected })).toEqual([])
    }
  }
}

interface Around {
  book: Book
  truth: Truth
  rules: Rules
  browsers: ModelBrowser[]
}

/** Each saved operation has exactly one end. @returns what is wrong, or null */
function judgeEnd(saved: Saved, around: Around): string | null {
  const { book, truth, browsers } = around
  const { operationId } = saved
  const end = truth.ends.get(operationId)
  const isBack = book.takenBack.has(operationId)
  const mayHaveArrived = book.arrived.has(operationId) || book.sealed.has(operationId)
  if (isBack && !mayHaveArrived && end && !['discarded', 'refused'].includes(end.status)) {
    return `was taken back before it was sent, and is ${end.status}`
  }
  // Retried where the edit was unknown: by then the person is already a member and gains nothing
  // more.
  const counts = (each: Saved) =>
    isApplied(each, truth) && !truth.ends.get(each.operationId)?.alreadyMember
  if (chainOf(saved, book).filter(counts).length > 1) {
    return 'counts together with what replaced it'
  }
  const shown = browsers.flatMap((browser) => {
    const row = browser.mine.has(operationId) && browser.device.outbox.get(operationId)
    return row ? [row] : []
  })
  const mustShow = browsers.some(({ mine }) => mine.has(operationId)) && !isBack
  const isLost = book.lost.has(operationId)
  if (!end) return isBack || isLost ? null : 'the server never got it'
  if (end.status === 'applied') {
    const isRefusedCopy = book.refusedBefore.has(operationId) && book.carriedBy.has(operationId)
    const isExcused = ({ status }: { status: string }) => status === 'refused' && isRefusedCopy
    return shown.every(isExcused) ? null : 'is applied and still shown'
  }
  if (end.status === 'discarded') {
    if (isBack || isLost) return null
    // An operation that a server or proxy can't read is sent as discarded and shown as refused.
    const isTold = shown.some(({ status }) => status === 'refused')
    return saved.isPoison && (isTold || !mustShow) ? null : 'was discarded by nobody'
  }
  const isShown = shown.some(({ status }) => status === end.status)
  if (mustShow && !isShown) return `is ${end.status} (${end.code}) and not shown`
  if (!end.hasPayload) return `is ${end.status}, and the server forgot what it was`
  if (end.status === 'parked') return judgeParked(end, around)
  return isBack ? null : judgeRefusal({ saved, end, ...around })
}

/**
 * Checks that each operation names the person who pressed the button as its author.
 * @returns what is wrong, or null
 */
function judgeAuthor(saved: Saved, { book, truth }: Around, shop: Shop): string | null {
  const { operationId, by, device, pin, isFormerPin, skewMs, passedMs } = saved
  const end = truth.ends.get(operationId)
  if (!end || end.status === 'discarded' || saved.key !== null) return null
  const isCarried = book.carriedBy.has(operationId)
  const isPinChanged = by !== null && shop.pinsOf(by).at(-1) !== pin && pin !== null
  // The till itself is the author of unproved work.
  const isDoubtful = by === null || isPinChanged
  const authors = [by, ...(isDoubtful ? [device] : []), ...(book.carriedBy.get(operationId) ?? [])]
  if (!authors.includes(end.accountId)) return `is said to be by ${end.accountId}, not ${by}`
  const recordedBy = truth.recordedBy.get(String(saved.payload.purchaseId))
  if (saved.name === 'purchase.record' && end.status === 'applied' && recordedBy !== end.accountId)
    return `is by ${end.accountId}, and its purchase by ${recordedBy}`
  if (pin === null || isCarried) return null
  const isAccepted = book.ownerAccepted.has(operationId)
  // The till's clock may have jumped between the press and the push.
  const isRight = skewMs === 0 && [...(book.skews.get(operationId) ?? [])].every((ms) => ms === 0)
  if (isFormerPin && isRight && end.status === 'applied' && !isAccepted) {
    return 'counts by a PIN that had ended'
  }
  const heardAt = by === null ? undefined : shop.heardAt(String(device), by, pin)
  const isLate = heardAt !== undefined && end.receivedAt.getTime() - heardAt > formerPinMs
  if (isLate && end.status === 'applied' && !isAccepted) {
    return 'counts by a PIN that had ended, long after its till heard of that'
  }
  const heldAt = book.unproved.get(operationId)
  if (heldAt === undefined || isFormerPin) return null
  const isInTime = isRight && heldAt === passedMs
  return !isPinChanged || isInTime ? 'was held although it was proved' : null
}

/** A coupon keeps the code that the customer has, also after a restore. */
function judgeCodes({ coupons }: Truth, { shown }: Shop): string[] {
  const codeOf = new Map([...shown].map(([code, { id }]) => [id, code]))
  return coupons.flatMap(({ id, code }) => {
    const before = codeOf.get(id) ?? code
    return before === code ? [] : [`Coupon ${id} has the code ${code}, its customer ${before}`]
  })
}

/** Nothing is applied in a pause, nor for withdrawn accounts. @returns what is wrong, or null */
function judgePermitted(
  { operationId, device }: Saved,
  { book, truth }: Around,
  shop: Shop,
): string | null {
  const end = truth.ends.get(operationId)
  if (end?.status !== 'applied') return null
  const { version, receivedVersion, accountId } = end
  const isIn = shop.pauses.some(
    ({ after, through }) => version > after && version <= (through ?? version),
  )
  // An owner may accept work in a pause, and it still waits for the end of the pause.
  if (isIn) return 'was done in a pause'
  if (book.ownerAccepted.has(operationId)) return null
  if (book.mustWait.has(operationId)) return 'counts although its seal proved nothing'
  const isCarried = book.carriedBy.has(operationId)
  const accounts = isCarried ? [accountId] : [accountId, device]
  const ends = [
    ...accounts.map((id) => shop.withdrawals.get(id ?? '')),
    isCarried ? undefined : shop.revokedAt.get(book.revoked.get(operationId) ?? ''),
  ]
  const lastVersion = Math.min(...ends.map((version) => version ?? Number.POSITIVE_INFINITY))
  return receivedVersion > lastVersion ? 'was done without rights and without the owner' : null
}

/** The phone shows the server's verdict. @returns what is wrong, or null */
function judgeOnPhone(saved: Saved, around: Around, rows: OutboxRow[]): string | null {
  const { book, truth, rules } = around
  const end = truth.ends.get(saved.operationId)
  const row = rows.find(({ operationId }) => operationId === saved.key)
  // Staff met the member in person, which ends keys that no mail has opened (docs/trust.md,
  // "Whose card it is"). A card that the server ended takes along what it had sent.
  const { memberId } = saved.payload
  const personOf = findPersons(book, new Members(countedBy(book, truth.ends)))
  const met = [...truth.ends.values()].filter((each) => each.alreadyMember)
  const isMet = [...book.met, ...met.map((each) => each.memberId)].some(
    (id) => personOf(id) === personOf(memberId),
  )
  const isLost = book.lost.has(saved.operationId)
  if (!row) return isMet || isLost ? null : 'has vanished from its phone'
  if (!end) {
    if (isLost) return null
    // The card belongs to somebody whose sign-up a restored server lost or judged otherwise.
    const makers = makersOf(saved.payload.memberId, book)
    if (row.status === 'refused' && makers.every((maker) => !isApplied(maker, truth))) {
      return null
    }
    if (isMet && isOfEndedCard(row)) return null
    // A removed reward is refused before anything else is checked.
    const isGone = rules.rewardFacts.some(
      ({ rewardId, terms }) => rewardId === saved.payload.rewardId && terms === null,
    )
    return isGone && row.refusal?.code === 'reward_unavailable' ? null : 'the server never got it'
  }
  // Refused, then lost and judged again: a phone doesn't ask again after a verdict.
  if (row.status === 'refused' && book.forgotten.size > 0) return null
  // The phone sent work that counts again, with a card that had ended by then.
  if (isMet && row.status === 'refused' && isOfEndedCard(row)) return null
  if (row.status !== end.status) return `is ${end.status}, and its phone shows ${row.status}`
  if (end.status === 'parked') return judgeParked(end, around)
  return end.status === 'refused' ? judgeRefusal({ saved, end, ...around }) : null
}

/** The answer may have been cut on its way, which leaves its status without a code. */
function isOfEndedCard({ refusal }: OutboxRow): boolean {
  return refusal?.code === 'not_found' || refusal?.code === 'internal'
}

/**
 * Once everything has settled, operations may only wait for work that no device can still bring.
 */
function judgeParked(end: End, { book, truth }: Around): string | null {
  const waits = ['member_not_arrived', 'work_not_arrived']
  if (!waits.includes(String(end.code))) return `is still parked: ${end.code}`
  const makers = makersOf(end.waitsFor, book)
  const ends = makers.flatMap(({ operationId }) => truth.ends.get(operationId) ?? [])
  // The operation that it waits for may wait too, for a coupon that a restored server lost.
  if (ends.some(({ status }) => status !== 'parked')) {
    return 'still waits for what has its verdict'
  }
  if (truth.coupons.some(({ id }) => id === end.waitsFor)) return 'still waits for a coupon'
  return null
}

function compareServer(truth: Truth, expected: Expected): void {
  expect(truth.balances).toEqual(expected.balances)
  expect(truth.carries).toEqual(expected.carryByMember)
  expect(truth.purchases).toEqual(expected.purchases)
  compareMovements(truth, expected)
  expect(truth.coupons.map(({ memberId, source }) => `${memberId} ${source}`).sort()).toEqual(
    expected.coupons,
  )
  const used = truth.coupons.filter(({ isUsed }) => isUsed)
  expect(used.map(({ code }) => code).sort()).toEqual(expected.usedCodes)
  const voided = truth.coupons.filter(({ isVoid }) => isVoid)
  expect(voided.map(({ id }) => id).sort()).toEqual(expected.voidIds)
  expect(used.filter(({ isVoid }) => isVoid)).toEqual([])
  const redeemed = expected.coupons.filter((each) => each.endsWith(' reward'))
  expect(truth.counts).toEqual({
    members: expected.balances.length,
    redemptions: redeemed.length - expected.voidIds.length,
  })
  expect(truth.uses).toEqual(expected.uses)
  expect(truth.joins).toEqual(expected.joins)
}

/** Redemptions of this version found the reward in stock and the member within their limit. */
function judgeStock(
  { redeemed, uses }: Pick<Expected, 'redeemed' | 'uses'>,
  around: { counted: Counted[]; rules: Rules; version: number },
): void {
  const now = around.counted.filter(
    ({ saved, end }) => saved.name === 'reward.redeem' && end.version === around.version,
  )
  const members = new Members(around.counted)
  // A join adds up what both redeemed before.
  const isMoved = members.isMovedIn(around.version)
  for (const rewardId of new Set(now.map(({ saved }) => String(saved.payload.rewardId)))) {
    const terms = termsAround(rewardId, around).flatMap((each) => each ?? [])
    const most = (of: 'stock' | 'limit') =>
      Math.max(...terms.map((each) => each[of] ?? Number.POSITIVE_INFINITY))
    const times = redeemed.get(rewardId) ?? 0
    if (times > most('stock')) throw new Error(`${rewardId} was redeemed ${times} times`)
    for (const memberId of isMoved ? [] : new Set(now.map((each) => members.of(each)))) {
      const use = uses.find((each) => each.startsWith(`${rewardId} ${memberId} `)) ?? ''
      if (terms.every(({ limit }) => limit === 1) && Number(use.split(' ')[2]) > most('limit')) {
        throw new Error(`Redeemed beyond the limit: ${use}`)
      }
    }
  }
}

/** A member's card shows their balance, and the coupons they can show. */
function judgeCards(
  cards: CustomerPage[],
  { balances, coupons }: Truth,
  members: Members,
): string[] {
  const holderOf = (id: string) => members.keptAt(id, Number.POSITIVE_INFINITY)
  return cards.flatMap(({ customer: { memberId, points, totalSpent }, coupons: held }) => {
    const own = coupons.filter((coupon) => holderOf(coupon.memberId) === memberId && !coupon.isVoid)
    const shown = held.map(({ id, code, usedAt }) => `${id} ${code} ${usedAt !== null}`)
    const expected = own.map(({ id, code, isUsed }) => `${id} ${code} ${isUsed}`)
    const line = `${memberId} ${points} ${totalSpent}`
    if (!balances.includes(line)) return `A card shows ${line}`
    if (shown.sort().join() === expected.sort().join()) return []
    return `The card of ${memberId} shows the coupons ${shown}, not ${expected}`
  })
}

/** One movement per operation, of the right size, and their sum is the balance. */
function compareMovements({ entries }: Truth, { movements, pointsByMember }: Expected): void {
  const entryOf = new Map(entries.map((entry) => [entry.operationId, entry]))
  expect([...entryOf.keys()].sort()).toEqual(movements.map((each) => each.operationId).sort())
  expect(entries.length).toBe(movements.length)
  // A held welcome has no ledger entry yet.
  const sums = new Map([...pointsByMember.keys()].map((memberId) => [memberId, 0]))
  for (const { operationId, memberId, least, most } of movements) {
    const entry = entryOf.get(operationId)
    if (!entry || entry.memberId !== memberId || entry.points < least || entry.points > most) {
      throw new Error(`Moved ${entry?.points} for ${entry?.memberId}, not ${least} to ${most}`)
    }
    sums.set(memberId, (sums.get(memberId) ?? 0) + entry.points)
  }
  expect(sums).toEqual(pointsByMember)
}

function compareDevice({ device, person }: ModelBrowser, truth: Truth): void {
  const { records } = device
  for (const { id, email } of [...records.rows('customer'), ...records.rows('memberJoin')]) {
    const isPlain = email === truth.emails.get(id)
    if (isPlain !== (person.view === 'owner')) throw new Error(`${person.view} sees ${email}`)
  }
  expect(compareDetails(records.rows('customer'), truth.details, person.view)).toEqual([])
  expect(
    [...records.rows('customer')].map((row) => `${row.id} ${row.points} ${row.totalSpent}`).sort(),
  ).toEqual(truth.balances)
  expect(
    [...records.rows('purchase')]
      .map(
        (row) =>
          `${row.id} ${row.memberId} ${centsOf(row.amount)} ${centsOf(row.reversedAmount ?? 0)}`,
      )
      .sort(),
  ).toEqual(truth.purchases)
  expect(
    [...records.rows('pointsEntry')].map((row) => `${row.id} ${row.memberId} ${row.points}`).sort(),
  ).toEqual(truth.entries.map((row) => `${row.id} ${row.memberId} ${row.points}`).sort())
  expect(
    [...records.rows('reward')]
      .map((row) =>
        rewardLine({
          id: row.id,
          points: row.pointsRequired,
          stock: row.stock,
          limit: row.limitPerMember,
          isActive: row.isActive,
          isRetired: row.retiredAt !== null,
          redeemed: row.redeemedCount,
        }),
      )
      .sort(),
  ).toEqual(truth.rewards)
  const listed = [...records.rows('customer')].map((row) => [row.id, row.pointsCarry] as const)
  expect(new Map(listed)).toEqual(
    new Map(listed.map(([id]) => [id, truth.carries.get(id)] as const)),
  )
  const joins = [...records.rows('memberJoin')]
  expect(joins.map((row) => `${row.id} ${row.memberId} ${row.points}`).sort()).toEqual(truth.joins)
  // A snapshot omits used coupons; the ones a device has must be right.
  const coupons = [...records.rows('coupon')].map((row) => `${row.id} ${row.usedAt !== null}`)
  const all = truth.coupons.map(({ id, isUsed }) => `${id} ${isUsed}`)
  const strange = coupons.filter((coupon) => !all.includes(coupon))
  if (strange.length > 0)
    throw new Error(
      `A device at version ${device.context.loader?.version} holds ${strange}, the server ${all}`,
    )
  const unused = (list: string[]) => list.filter((coupon) => coupon.endsWith('false')).sort()
  expect(unused(coupons)).toEqual(unused(all))
}

/**
 * A device shows work for a duplicate sign-up or a joined member at the member whom the server found
 * or kept, and only there.
 */
function judgeAliases(
  { device: { outbox } }: ModelBrowser,
  book: Book,
  members: Members,
): string[] {
  const signUps = [...book.operations.values()].filter(({ name }) => name === 'customer.signUp')
  // A join that no device can complete still waits on the device that asked for it.
  const waiting = outbox.rows().some(({ name }) => name === 'customer.join')
  return signUps.flatMap(({ payload }) => {
    const memberId = String(payload.memberId)
    const shownAs = outbox.memberIdOf(memberId)
    const ownId = members.ownIdOf(memberId)
    const keptId = members.keptAt(ownId, Number.POSITIVE_INFINITY)
    const isUnknown = shownAs === memberId && (memberId !== ownId || keptId === ownId)
    const isRight = shownAs === keptId || isUnknown || waiting
    return isRight ? [] : `${memberId} is shown as ${shownAs}, not ${keptId}`
  })
}

/** A screen showed the server's state at the version it claimed, and lost nothing. */
function judgeSight(
  sight: Sight,
  { book, truth, expected }: { book: Book; truth: Truth; expected: Expected },
): void {
  expect(sight.balances).toEqual(expected.balances)
  expect(sight.purchases).toEqual(expected.purchases.map((line) => line.split(' ')[0]))
  const vanished = sight.gone.filter((operationId) => {
    const end = truth.ends.get(operationId)
    const isInRows = end?.status === 'applied' && end.version <= sight.version
    const isAway = book.takenBack.has(operationId) || book.lost.has(operationId)
    return !isInRows && !isAway && !book.sealed.has(operationId)
  })
  if (vanished.length > 0) {
    throw new Error(
      `Not shown at version ${sight.version}: ${vanished.map(told(book, truth)).join('; ')}`,
    )
  }
}

function told(book: Book, truth: Truth): (operationId: string) => string {
  return (operationId) => {
    const end = truth.ends.get(operationId)
    return `${book.get(operationId).name} ${end?.status} ${end?.code} at ${end?.version}`
  }
}
