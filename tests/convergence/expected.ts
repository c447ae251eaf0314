/**
 * The oracle: folds saved operations and their outcomes into the expected state. It has its own
 * version of the program's rules and reads no balance from the server.
 */
import type { Book, Saved } from './book.ts'
import { Members, movementsOf } from './members.ts'
import { type RewardFact, type TrustFact, termsAround, trustAround } from './rewards.ts'
import { mailboxOf } from './shop.ts'
import type { End } from './truth.ts'

/** The points one operation moved. Whether a purchase completes a point depends on earlier ones. */
export interface Movement {
  operationId: string
  memberId: string
  version: number
  least: number
  most: number
}

export interface Expected {
  /** 'member points spent', without joined members */
  balances: string[]
  /** 'id kept moved', one per joined member */
  joins: string[]
  /** 'id member cents reversed cents' */
  purchases: string[]
  movements: Movement[]
  /** 'member source', one per coupon */
  coupons: string[]
  usedCodes: string[]
  voidIds: string[]
  /** How often each reward was redeemed, and by whom: 'reward member times'. */
  redeemed: Map<string, number>
  uses: string[]
  pointsByMember: Map<string, number>
  /** The fraction of a point that each member carries, in ten-thousandths. */
  carryByMember: Map<string, number>
  /**
   * Members who may be below zero: an owner accepted the debt, for subtracted points or on trust.
   */
  debtors: Set<string>
  /** Units that a cent of each purchase earned. */
  rates: Map<string, number>
}

export interface Rules {
  welcomePoints: number
  /** Changes of rewards outside of operations, oldest first. */
  rewardFacts: RewardFact[]
  trustFacts: TrustFact[]
  /**
   * The server's account of what a redemption cost and which rule a purchase used; checked here.
   */
  paid: ReadonlyMap<string, number>
  ruleOf: ReadonlyMap<string, string>
  codeByDigest: ReadonlyMap<string, string>
  codeById: ReadonlyMap<string, string>
  /** The coupons by the codes on cards, including those that a restored server lost. */
  shown: ReadonlyMap<string, { id: string }>
  /**
   * Operations that the server says moved points; of two in one version it tells which was first.
   */
  moved: ReadonlySet<string>
}

export interface Counted {
  saved: Saved
  end: End
}

/** Every operation that counts, in the order of their versions. */
export function countedBy(book: Book, ends: ReadonlyMap<string, End>): Counted[] {
  return [...book.operations.values()]
    .flatMap((saved) => {
      const end = ends.get(saved.operationId)
      return end?.status === 'applied' ? [{ saved, end }] : []
    })
    .sort((one, other) => one.end.version - other.end.version)
}

/** The sign-ups welcomed at once: the first of each mailbox. The others' welcomes are held. */
export function findWelcomed(counted: Counted[], { moved }: Pick<Rules, 'moved'>): Set<string> {
  const firstOf = new Map<string, Counted>()
  for (const each of counted) {
    const { saved, end } = each
    if (saved.name !== 'customer.signUp' || end.alreadyMember) continue
    const mailbox = mailboxOf(saved.payload.email)
    const first = firstOf.get(mailbox)
    const isFirst = !first || (first.end.version === end.version && moved.has(saved.operationId))
    if (isFirst) firstOf.set(mailbox, each)
  }
  return new Set([...firstOf.values()].map(({ saved }) => saved.operationId))
}

/** The expected state once everything up to this version has happened. */
export function expectedAt(counted: Counted[], rules: Rules, version: number): Expected {
  const joins = new Members(counted)
  const rateByRule = ratesOf(counted)
  const welcomed = findWelcomed(counted, rules)
  const held = new Set<string>()
  const taken: Taking[] = []
  const members = new Map<string, { points: number; units: number }>()
  const purchases = new Map<
    string,
    { memberId: string; cents: number; rate: number; reversedCents: number }
  >()
  const movements: Movement[] = []
  const expected = { coupons: [] as string[], usedCodes: [] as string[], voidIds: [] as string[] }
  const debtors = new Set<string>()
  const memberOf = (each: Counted) => joins.of(each)

  const move = (each: Counted, points: number, cents = 0, rate = 0) => {
    const memberId = memberOf(each)
    const member = members.get(memberId)
    if (!member) throw new Error(`Points moved for ${memberId}, who is not a member`)
    member.points += points
    member.units += cents * rate
    const least = points + Math.floor((cents * rate) / unitsPerPoint)
    const most = points + Math.ceil((cents * rate) / unitsPerPoint)
    const { operationId } = each.saved
    movements.push({ operationId, memberId, version: each.end.version, least, most })
  }

  const past = counted.filter(({ end }) => end.version <= version)
  const named = (name: string) => past.filter(({ saved }) => saved.name === name)
  for (const each of named('customer.signUp')) {
    if (each.end.alreadyMember) continue
    const memberId = memberOf(each)
    if (members.has(memberId)) throw new Error(`${memberId} became a member twice`)
    members.set(memberId, { points: 0, units: 0 })
    if (!welcomed.has(each.saved.operationId)) {
      held.add(memberId)
      continue
    }
    move(each, rules.welcomePoints)
    expected.coupons.push(`${memberId} welcome`)
  }
  for (const each of named('welcome.decide')) {
    const memberId = memberOf(each)
    if (!held.delete(memberId)) throw new Error(`${memberId} had no welcome that was held`)
    if (!each.saved.payload.release) continue
    move(each, rules.welcomePoints)
    expected.coupons.push(`${memberId} welcome`)
  }
  for (const each of named('purchase.record')) {
    const { payload } = each.saved
    const cents = centsOf(payload.amount)
    const rate = rateByRule.get(ruleFor(each, { counted, rules }))
    if (rate === undefined) throw new Error(`A purchase by an unknown rule: ${payload.ruleId}`)
    const memberId = memberOf(each)
    purchases.set(String(payload.purchaseId), { memberId, cents, rate, reversedCents: 0 })
    move(each, 0, cents, rate)
  }
  for (const each of reversalsInOrder(named('purchase.reverse'))) {
    const { payload, operationId } = each.saved
    const found = purchases.get(String(payload.purchaseId))
    if (!found) throw new Error(`A reversal of no purchase: ${operationId}`)
    const left = found.cents - found.reversedCents
    const cents = payload.amount === undefined ? left : centsOf(payload.amount)
    if (cents === 0 || cents > left) throw new Error(`Reversed too much: ${operationId}`)
    found.reversedCents += cents
    move(each, 0, -cents, found.rate)
  }
  for (const each of named('points.adjust')) {
    move(each, Number(each.saved.payload.points))
    if (each.saved.payload.acceptDebt) debtors.add(memberOf(each))
  }
  for (const each of named('reward.redeem')) {
    const memberId = memberOf(each)
    const points = priceOf(each, { counted, rules })
    move(each, -points)
    expected.coupons.push(`${memberId} reward`)
    const { rewardId, couponId, handedOver } = each.saved.payload
    if (handedOver) {
      expected.usedCodes.push(String(rules.codeById.get(String(couponId))))
      const trusted = trustAround(rules.trustFacts, each.end.version)
      if (trusted.some((each) => each !== null && points <= each.points)) debtors.add(memberId)
    }
    taken.push({ rewardId: String(rewardId), couponId, memberId, points })
  }
  for (const each of named('redemption.undo')) {
    const { couponId } = each.saved.payload
    const undone = taken.findIndex((one) => one.couponId === couponId)
    const [redemption] = undone < 0 ? [] : taken.splice(undone, 1)
    if (!redemption) throw new Error(`Undone twice, or never redeemed: ${couponId}`)
    move(each, redemption.points)
    expected.voidIds.push(String(couponId))
  }
  for (const step of joins.steps.filter((each) => each.version <= version)) {
    for (const movement of movementsOf(step)) {
      const member = members.get(movement.memberId)
      if (!member) throw new Error(`${movement.memberId} was joined, and is not a member`)
      member.points += movement.least
      movements.push(movement)
    }
    // An owner accepts the debt that an undo leaves; a debt moves with its balance.
    const isDebt = step.isJoin ? step.points < 0 : step.spentSeen > 0
    if (isDebt) debtors.add(step.keepId)
  }
  const codeByUse = new Map<unknown, string>()
  for (const { saved } of named('coupon.use')) {
    const code = codeOf(saved, rules)
    codeByUse.set(saved.payload.useId, code)
    expected.usedCodes.push(code)
  }
  for (const { saved } of named('couponUse.undo')) {
    const { useId } = saved.payload
    const place = expected.usedCodes.indexOf(codeByUse.get(useId) ?? '')
    if (place < 0) throw new Error(`A use undone twice, or never made: ${useId}`)
    expected.usedCodes.splice(place, 1)
    codeByUse.delete(useId)
  }
  const redeemed = new Map<string, number>()
  const uses = new Map<string, number>()
  for (const { rewardId, memberId } of taken) {
    redeemed.set(rewardId, (redeemed.get(rewardId) ?? 0) + 1)
    const use = `${rewardId} ${joins.keptAt(memberId, version)}`
    uses.set(use, (uses.get(use) ?? 0) + 1)
  }

  const pointsByMember = new Map(
    [...members].map(([id, { points, units }]) => [id, points + Math.floor(units / unitsPerPoint)]),
  )
  const joined = [...members.keys()].filter((id) => joins.isJoined(id, version))
  for (const id of joined) {
    const points = pointsByMember.get(id)
    if (points !== 0) throw new Error(`${id} is joined at ${version}, and has ${points} points`)
  }
  const spentBy = (id: string) =>
    [...purchases.values()]
      .filter(({ memberId }) => joins.keptAt(memberId, version) === id)
      .reduce((sum, { cents, reversedCents }) => sum + cents - reversedCents, 0)
  return {
    balances: [...members.keys()]
      .filter((id) => !joined.includes(id))
      .map((id) => `${id} ${pointsByMember.get(id)} ${(spentBy(id) / 100).toFixed(2)}`)
      .sort(),
    joins: joined
      .map((id) => `${id} ${joins.keptAt(id, version)} ${joins.movedFrom(id, version).at(-1)}`)
      .sort(),
    purchases: [...purchases]
      .map(
        ([id, { memberId, cents, reversedCents }]) => `${id} ${memberId} ${cents} ${reversedCents}`,
      )
      .sort(),
    movements,
    coupons: expected.coupons.sort(),
    usedCodes: expected.usedCodes.sort(),
    voidIds: expected.voidIds.sort(),
    redeemed,
    uses: [...uses].map(([use, times]) => `${use} ${times}`).sort(),
    pointsByMember,
    carryByMember: new Map(
      [...members].map(([id, { units }]) => [
        id,
        units - Math.floor(units / unitsPerPoint) * unitsPerPoint,
      ]),
    ),
    debtors,
    rates: new Map([...purchases].map(([id, { rate }]) => [id, rate])),
  }
}

interface Taking {
  rewardId: string
  couponId: unknown
  memberId: string
  points: number
}

interface Sources {
  counted: Counted[]
  rules: Rules
}

/** The code that a counter read, or the code of its digest. */
export function codeOf({ payload }: Saved, { codeByDigest }: Rules): string {
  return String(payload.code ?? codeByDigest.get(String(payload.digest)))
}

/** The server must have charged the current price, and no more than the person saw. */
function priceOf({ saved, end }: Counted, { counted, rules }: Sources): number {
  const { couponId, rewardId, pointsSeen } = saved.payload
  const paid = rules.paid.get(String(couponId))
  const terms = termsAround(rewardId, { counted, rules, version: end.version })
  const isOffered = terms.some((each) => each?.isActive && each.points === paid)
  if (paid === undefined || !isOffered || paid > Number(pointsSeen)) {
    throw new Error(`Redeemed for ${paid}: ${saved.operationId}`)
  }
  return paid
}

/** The rule that the device saw; for releases that named none, the current one. */
function ruleFor({ saved, end }: Counted, { counted, rules }: Sources): unknown {
  const { ruleId, purchaseId } = saved.payload
  if (ruleId !== undefined) return ruleId
  const changes = counted.filter((each) => each.saved.name === 'program.change')
  const before = changes.findLast((each) => each.end.version < end.version)
  const possible = [
    before?.saved.operationId ?? firstRule,
    ...changes
      .filter((each) => each.end.version === end.version)
      .map((each) => each.saved.operationId),
  ]
  const used = rules.ruleOf.get(String(purchaseId))
  if (!used || !possible.includes(used)) throw new Error(`${purchaseId} earned by rule ${used}`)
  return used
}

/** A cent earns `rate` of these; fractions of a point add up, whatever the order of purchases. */
export const unitsPerPoint = 10_000

/** Units per cent for each rule so far, by the id of the operation that set it. */
function ratesOf(counted: Counted[]): Map<unknown, number> {
  const rates = new Map<unknown, number>([[firstRule, 100]])
  for (const { saved } of counted) {
    if (saved.name !== 'program.change') continue
    const { pointsPerDollar } = saved.payload.changes as { pointsPerDollar: number }
    rates.set(saved.operationId, pointsPerDollar * 100)
  }
  return rates
}

export const firstRule = '00000000-0000-0000-0000-000000000000'

/** Reversing all that is left must have been the last reversal of its version. */
function reversalsInOrder(reversals: Counted[]): Counted[] {
  const takesAll = ({ saved }: Counted) => Number(saved.payload.amount === undefined)
  return reversals.toSorted(
    (one, other) => one.end.version - other.end.version || takesAll(one) - takesAll(other),
  )
}

export function centsOf(amount: unknown): number {
  return Math.round(Number(amount) * 100)
}
