/** Work at a model's browser: each kind of operation, made from what exists so far. */
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { historyOf } from '#pwa/loyalty/points.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { type CustomerDetails, correctionOf } from '#schema/contract/correction.ts'
import { maskPhone } from '#schema/contract/customer.ts'
import { fromCents } from '#schema/contract/money.ts'
import { couponDigest } from '#sync-server/loyalty/coupon.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Work } from './actions.ts'
import type { Book, Saved } from './book.ts'
import type { ModelBrowser } from './browser.ts'
import { doCampaign } from './campaigns.ts'
import { firstRule } from './expected.ts'
import { doJoin, isJoinWork } from './joins.ts'
import { addressOf, type Shop, spareName } from './shop.ts'
import type { Tally } from './tally.ts'

/** The existing things to work with, and the recorders. */
export interface Asked {
  tally: Tally
  shop: Shop
  book: Book
  members: string[]
  purchases: { purchaseId: string; memberId: string }[]
  redemptions: { couponId: string; memberId: string }[]
  uses: { useId: string; couponId: string; memberId: string }[]
}

export async function doWork(
  work: Work,
  browser: ModelBrowser,
  tab: number,
  played: Asked,
): Promise<void> {
  const { shop, members, purchases, redemptions, tally } = played
  tally.add(`asked ${work.kind}`)
  const member = 'member' in work ? at(members, work.member) : undefined
  if (work.kind === 'signUp') return browser.perform(...signUp(work.person, played), { tab })
  if (work.kind === 'poison') {
    if (browser.person.isWithdrawn) return
    const [name, payload] = signUp(0, played)
    const poison = { ...payload, firstName: 'Mo\ud83ddel' }
    return browser.perform(name, poison, { tab, isPoison: true })
  }
  if (isJoinWork(work)) return doJoin(work, browser, tab, played)
  if (work.kind === 'useCoupon') return takeCoupon(work.coupon, browser, tab, played)
  if (work.kind === 'undoUse') {
    if (played.uses.length === 0) await takeCoupon(work.use, browser, tab, played)
    const use = at(played.uses, work.use)
    if (use) await browser.perform('couponUse.undo', use, { tab })
    return
  }
  if (work.kind === 'reverse') {
    const purchase = at(purchases, work.purchase)
    const part = work.cents === null ? {} : { amount: fromCents(work.cents) }
    if (purchase) await browser.perform('purchase.reverse', { ...purchase, ...part }, { tab })
    return
  }
  if (work.kind === 'undo') {
    const redemption = at(redemptions, work.redemption)
    if (redemption) await browser.perform('redemption.undo', redemption, { tab })
    return
  }
  if (work.kind === 'earlier') return askAsBefore(work, browser, played)
  if (work.kind === 'createReward' || work.kind === 'changeReward') {
    return doReward(work, browser, tab)
  }
  if (work.kind === 'createCampaign' || work.kind === 'changeCampaign') {
    return doCampaign(work, browser, { shop, book: played.book, tab })
  }
  const business = browser.device.records.get('business', shop.businessId)
  if (work.kind === 'program') {
    if (browser.person.view !== 'owner' || !business) return
    const { pointsPerDollar } = work
    const change = { revision: business.programRevision, changes: { pointsPerDollar } }
    if (pointsPerDollar === 3) return browser.performEarlier('program.change', change)
    if (pointsPerDollar === 2) return browser.performEarlier('program.change', change, 2)
    const askAbove = fromCents(pointsPerDollar * 10_000)
    const changes = { pointsPerDollar, askAbove }
    return browser.perform('program.change', { ...change, changes }, { tab })
  }
  if (!member) return
  if (work.kind === 'redeem') {
    const rewards = rewardsOn(browser)
    const reward = at(rewards, work.reward)
    const { id: rewardId, pointsRequired: pointsSeen } = reward ?? {
      id: shop.rewardId,
      pointsRequired: 50,
    }
    const redemption = { couponId: newId(), memberId: member }
    played.redemptions.push(redemption)
    const isTrusted = work.onTrust && Boolean(business?.trust)
    const how = { rewardId, pointsSeen, ...(isTrusted && { handedOver: true }) }
    if (isTrusted) tally.add('redeemed on trust')
    return browser.perform('reward.redeem', { ...redemption, ...how }, { tab })
  }
  if (work.kind === 'welcome') {
    if (browser.person.view !== 'owner') return
    // Decides like the owner does, from the list of held welcomes.
    const [held] = await shop.heldWelcomes()
    if (held) tally.add('decided a welcome that is held')
    const decision = { memberId: held ?? member, release: work.release }
    return browser.perform('welcome.decide', decision, { tab })
  }
  if (work.kind === 'adjust') {
    if (browser.person.view !== 'owner') return
    const { points, acceptDebt } = work
    const correction = points === -30 && acceptDebt ? openCorrection(member, browser) : undefined
    if (correction) tally.add('undid a correction')
    const adjustment = {
      ...{ adjustmentId: newId(), memberId: member, acceptDebt, reason: 'By the model' },
      ...(correction ? { points: -correction.points, undoes: correction.id } : { points }),
    }
    return browser.perform('points.adjust', adjustment, { tab })
  }
  if (work.kind === 'note') {
    const noteSeen = browser.device.records.get('customer', member)?.note ?? ''
    return browser.perform(
      'customer.note',
      { memberId: member, note: work.note, noteSeen },
      { tab },
    )
  }
  if (work.kind === 'correct') return correct(member, work.changes, { browser, tab })
  const purchaseId = newId()
  purchases.push({ purchaseId, memberId: member })
  const ruleId = business?.earningRule.id ?? firstRule
  const purchase = { purchaseId, memberId: member, amount: fromCents(work.cents), ruleId }
  await browser.perform('purchase.record', purchase, { tab })
}

/** A correction that the member's history offers to undo. */
function openCorrection(memberId: string, { device }: ModelBrowser) {
  const lines = historyOf(viewOf(device), memberId)
  const undone = new Set(lines.map(({ undoes }) => undoes))
  return lines.find(({ id, reason }) => reason === 'adjustment' && !undone.has(id))
}

/** From what the screen shows: staff see the number masked. */
async function correct(
  memberId: string,
  changes: Partial<CustomerDetails>,
  { browser, tab }: { browser: ModelBrowser; tab: number },
): Promise<void> {
  const customer = shownCustomerOf(viewOf(browser.device), memberId)
  if (!customer) return
  const { firstName, lastName } = customer
  const phone = browser.person.view === 'owner' ? customer.phone : maskPhone(customer.phone)
  const seen = { firstName, lastName, phone: phone ?? '' }
  const correction = correctionOf({ ...seen, ...changes }, seen)
  if (correction) await browser.perform('customer.change', { memberId, ...correction }, { tab })
}

/** A purchase that the server gets done late or never. */
export async function buyFor(
  amount: string,
  browser: ModelBrowser,
  { members }: Asked,
): Promise<void> {
  const memberId = at(members, -1)
  if (!memberId) return
  const ruleId = firstRule
  const purchase = { purchaseId: newId(), memberId, amount, ruleId }
  await browser.perform('purchase.record', purchase)
}

/** Takes a member to one point less than a reward costs, and redeems it all the same. */
export async function redeemOneShort(
  browser: ModelBrowser,
  { tally, redemptions }: Asked,
  pick: number,
): Promise<void> {
  const [reward] = rewardsOn(browser)
  const rich = [...browser.device.records.rows('customer')].filter(
    ({ points }) => points >= (reward?.pointsRequired ?? 0),
  )
  const member = at(rich, pick)
  if (!reward || !member || browser.person.view !== 'owner') return
  const points = reward.pointsRequired - 1 - member.points
  const reason = 'To the edge'
  const adjustment = {
    adjustmentId: newId(),
    memberId: member.id,
    points,
    acceptDebt: false,
    reason,
  }
  await browser.perform('points.adjust', adjustment)
  const redemption = { couponId: newId(), memberId: member.id }
  redemptions.push(redemption)
  const { id: rewardId, pointsRequired: pointsSeen } = reward
  await browser.perform('reward.redeem', { ...redemption, rewardId, pointsSeen })
  tally.add('redeemed one point short')
}

/** Hands over the first reward that is cheap enough for trust. */
export async function handOverTo(
  memberId: string,
  browser: ModelBrowser,
  { redemptions }: Asked,
): Promise<void> {
  const reward = rewardsOn(browser).find(
    ({ isActive, pointsRequired }) => isActive && pointsRequired <= 60,
  )
  if (!reward) return
  const redemption = { couponId: newId(), memberId }
  redemptions.push(redemption)
  const { id: rewardId, pointsRequired: pointsSeen } = reward
  const how = { rewardId, pointsSeen, handedOver: true }
  await browser.perform('reward.redeem', { ...redemption, ...how })
}

/** Accepts any number; a negative one counts from the end. */
function at<Item>(list: Item[], index: number): Item | undefined {
  return list.at(index % Math.max(1, list.length))
}

/** The rewards that a screen offers, without those that come and go outside of operations. */
function rewardsOn({ device }: ModelBrowser) {
  return [...device.records.rows('reward')]
    .filter(({ name, retiredAt }) => name !== spareName && retiredAt === null)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

async function doReward(
  work: Extract<Work, { kind: 'createReward' | 'changeReward' }>,
  browser: ModelBrowser,
  tab: number,
): Promise<void> {
  if (browser.person.view !== 'owner') return
  if (work.kind === 'createReward') {
    const terms = {
      name: 'Cake',
      description: '',
      pointsRequired: work.points,
      discountType: 'fixed' as const,
      discountValue: '2.00',
      expiryDate: null,
      stock: work.stock,
      limitPerMember: work.limit,
    }
    return browser.perform('reward.create', { rewardId: newId(), ...terms }, { tab })
  }
  const rewards = rewardsOn(browser)
  const reward = at(rewards, work.reward)
  if (!reward) return
  const { id: rewardId, revision } = reward
  await browser.perform('reward.change', { rewardId, revision, changes: work.changes }, { tab })
}

export async function takeCoupon(
  which: number,
  browser: ModelBrowser,
  tab: number,
  { shop, uses }: Asked,
): Promise<void> {
  const code = at(await shop.couponCodes(), which)
  if (!code) return
  const codeDigest = couponDigest(shop.businessId, code)
  const known = [...browser.device.records.rows('coupon')].find(
    (row) => row.codeDigest === codeDigest,
  )
  // A counter that holds the coupon names it by its digest.
  const name = known && which % 2 ? { digest: codeDigest, memberId: known.memberId } : { code }
  const useId = newId()
  // A counter undoes the uses of coupons that it holds.
  if (known) uses.push({ useId, couponId: known.id, memberId: known.memberId })
  await browser.perform('coupon.use', { ...name, useId }, { tab })
}

/** The consents of a person who gave none. */
const noConsents = {
  marketingEmailConsent: false,
  marketingSmsConsent: false,
  pushNotificationConsent: false,
}

/** Work that a device of an earlier release has kept: payloads of earlier versions. */
async function askAsBefore(
  { of, pick: picked }: Extract<Work, { kind: 'earlier' }>,
  browser: ModelBrowser,
  played: Asked,
): Promise<void> {
  const { shop, members, purchases } = played
  if (of === 'purchase') {
    const memberId = at(members, picked)
    if (!memberId) return
    const purchase = { purchaseId: newId(), memberId }
    purchases.push(purchase)
    const payload = { ...purchase, amount: fromCents(100 + picked * 13) }
    return browser.performEarlier('purchase.record', payload)
  }
  if (of === 'reversal') {
    const purchase = at(purchases, picked)
    if (purchase) return browser.performEarlier('purchase.reverse', purchase)
    return askAsBefore({ kind: 'earlier', of: 'purchase', pick: picked }, browser, played)
  }
  if (of === 'correction') {
    const memberId = at([...browser.device.records.rows('customer')], picked)?.id
    const customer = memberId && shownCustomerOf(viewOf(browser.device), memberId)
    if (!customer) return
    const seen = { lastName: customer.lastName }
    const changes = { lastName: `Earlier ${picked}` }
    return browser.performEarlier('customer.change', { memberId, changes, seen })
  }
  const code = at(await shop.couponCodes(), picked)
  if (!code) {
    const [name, payload] = signUp(picked % 4, played)
    return browser.performEarlier(name, { ...payload, ...noConsents })
  }
  if (picked % 3 === 1) return browser.performEarlier('coupon.use', { code })
  if (picked % 3 === 0) return browser.performEarlier('coupon.use', { code }, 3)
  const digest = couponDigest(shop.businessId, code)
  return browser.performEarlier('coupon.use', { digest }, 2)
}

export function signUp(person: number, { members, shop }: Asked) {
  const memberId = newId()
  members.push(memberId)
  const payload = {
    memberId,
    firstName: 'Model',
    lastName: `Person ${person}`,
    // Few addresses, so that two devices often sign up the same person.
    email: addressOf(person, shop.businessId),
    termsAccepted: true,
    privacyPolicyAccepted: true,
  }
  return ['customer.signUp', payload] as const
}

/** Another amount, name or coupon; other operations aren't edited. */
function editOf(
  { name, payload }: Saved,
  codes: string[],
  pick: number,
): Record<string, unknown> | null {
  if (name === 'purchase.record') return { ...payload, amount: fromCents(100 + pick * 37) }
  if (name === 'customer.signUp') return { ...payload, lastName: `Renamed ${pick}` }
  const code = at(codes, pick)
  // An edit keeps the id of what it creates.
  const { useId } = payload
  return name === 'coupon.use' && code ? { code, ...(useId !== undefined && { useId }) } : null
}

export async function edit(browser: ModelBrowser, pick: number, { shop }: Asked): Promise<void> {
  const codes = await shop.couponCodes()
  await browser.edit(pick, (saved) => editOf(saved, codes, pick))
}
