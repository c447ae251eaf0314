/** Acts in a row that random actions seldom produce. */
import type { Work } from './actions.ts'
import type { Saved } from './book.ts'
import type { ModelBrowser } from './browser.ts'
import { decide, findOwner, type Played, passDay, restore, signOut } from './played.ts'
import { buyFor, doWork, handOverTo, signUp, takeCoupon } from './work.ts'

/** Two people change one thing, and neither saw the other's change. */
export async function conflict(browser: ModelBrowser, pick: number, played: Played): Promise<void> {
  const kind = (['note', 'phone', 'reward'] as const)[pick % 3] ?? 'note'
  const owner = kind === 'reward' ? await findOwner(browser, played) : undefined
  const [one, other] = owner
    ? [owner, owner]
    : [browser, played.browsers.find((each) => each !== browser && !each.isTill)]
  if (!other || one.isTill || (kind === 'reward' && !owner)) return
  for (const each of new Set([one, other])) {
    await each.attend()
    await each.sync()
  }
  const both: Record<typeof kind, [Work, Work]> = {
    note: [
      { kind: 'note', member: pick, note: 'Oat milk' },
      { kind: 'note', member: pick, note: 'Window seat' },
    ],
    phone: [
      { kind: 'correct', member: pick, changes: { phone: '+1 555 010 0142' } },
      { kind: 'correct', member: pick, changes: { phone: '(555) 010-0177' } },
    ],
    reward: [
      { kind: 'changeReward', reward: pick, changes: { pointsRequired: 40 } },
      { kind: 'changeReward', reward: pick, changes: { stock: 3, limitPerMember: 1 } },
    ],
  }
  const [first, second] = both[kind]
  await one.attend()
  await doWork(first, one, 0, played)
  await other.attend()
  await doWork(second, other, 0, played)
  played.tally.add('two changes of one thing')
}

/** From one till to the other, if there are two. */
export async function carryToTill(
  browser: ModelBrowser,
  pick: number,
  played: Played,
): Promise<void> {
  const other = played.browsers.find((each) => each.isTill && each !== browser)
  if (!browser.isTill || !other || !(await browser.mayPress(pick))) return
  await browser.perform(...signUp(pick % 4, played))
  await other.attend()
  if (await other.mayPress(pick + 1)) await browser.carryTo(other)
}

/** A PIN ends before its person presses a button, or after, and then the till learns of it. */
export async function endPin(browser: ModelBrowser, pick: number, played: Played): Promise<void> {
  const { shop } = played
  if (!browser.isTill || !(await browser.mayPress(pick))) return
  const worker = shop.people.find(({ accountId }) => accountId === browser.workerId)
  if (!worker || worker.isWithdrawn) return
  const isLate = pick % 2 === 0
  if (!isLate) await shop.changePin(worker)
  await browser.perform(...signUp(pick % 4, played))
  if (!isLate) return
  await shop.changePin(worker)
  await browser.unlock(pick)
  await passDay(played)
}

/** Somebody copies a ticket, and makes a seal with it before or after the device's own. */
export async function copyTicket(
  browser: ModelBrowser,
  pick: number,
  played: Played,
): Promise<void> {
  const { shop, thief, members } = played
  const { person } = browser
  if (person.isWithdrawn || person.isTill) return
  await browser.perform(...signUp(pick % 4, played))
  await thief.steal(browser)
  if (pick % 4 > 0) {
    await signOut(browser, { pick: pick + 1, keepUnsent: true }, shop)
    if (pick % 4 > 1) await browser.sync()
    else if (pick % 3 === 0) await passDay(played)
  }
  // The second time, it proves nothing.
  for (let time = 0; time < 2; time += 1) await thief.use(pick, members)
}

/** Two sign-ups are saved, the disk loses one of them, and the window has both. */
export async function loseRowOpen(
  browser: ModelBrowser,
  pick: number,
  played: Played,
): Promise<void> {
  if (!(await browser.mayPress(pick)) || !(await browser.syncsWell())) return
  if (!(await browser.mayPress(pick))) return
  for (const person of [pick, pick + 1]) await browser.perform(...signUp(person % 4, played))
  await browser.loseRowOpen(pick)
}

/**
 * A person syncs one sign-up, saves another and signs out; the next person hands both in to a
 * restored server. The ticket proves them.
 */
export async function sealAndRestore(
  browser: ModelBrowser,
  pick: number,
  played: Played,
): Promise<void> {
  const { shop, book, thief, tally } = played
  const { person, network } = browser
  const outboxId = await browser.outboxId()
  const isClear = () =>
    network.skewMs === 0 && !book.disputed.has(outboxId) && !thief.knows(outboxId)
  const here = shop.people.filter(({ isWithdrawn }) => !isWithdrawn)
  const next = here.findIndex(({ accountId }) => accountId !== person.accountId)
  if (person.isWithdrawn || next < 0 || !isClear()) return
  // A device that got no ticket requests one again at its next start.
  browser.close()
  await browser.open()
  await shop.backUp()
  const asked = book.operations.size
  await browser.perform(...signUp(pick % 4, played))
  if (!(await browser.syncsWell())) return
  await browser.perform(...signUp((pick + 1) % 4, played))
  const isSame = browser.person === person && (await browser.outboxId()) === outboxId
  if (!isSame || !(await browser.isReadyToSeal())) return
  await signOut(browser, { pick: next, keepUnsent: true }, shop)
  if (browser.person === person) return
  if (pick % 2) await restore(played)
  await browser.sync()
  tally.add('sealed work that its ticket proves')
  const ids = [...book.operations.keys()].slice(asked)
  for (const id of await shop.parkedFor('seal_unproved', ids)) {
    book.broken.push(`${id} was held although its ticket proves it`)
  }
}

/**
 * A sign-up waits for the owner, and an edit of it comes too late. Another counter's sale waits for
 * the member, and the owner decides both at once, in a pause or not.
 */
export async function decideChain(
  browser: ModelBrowser,
  pick: number,
  played: Played,
): Promise<void> {
  const { shop, browsers, members } = played
  const other = browsers.find((each) => each !== browser && !each.isTill)
  if (browser.isTill || !other || !(await browser.syncsWell())) return
  await shop.silence(await browser.outboxId())
  await browser.perform(...signUp(pick % 4, played))
  if (pick % 2) browser.network.planned.push('answerLost')
  await browser.sync()
  const isSignUp = ({ name }: Saved) => name === 'customer.signUp'
  await browser.edit(-1, (saved) =>
    isSignUp(saved) ? { ...saved.payload, lastName: 'Late' } : null,
  )
  await browser.sync()
  await other.attend()
  await buyFor('12.34', other, played)
  await other.sync()
  const memberId = members.at(-1)
  const isInPause = pick % 3 === 0
  if (isInPause) await shop.pause(true)
  await decide(played, ({ payload }) => payload.memberId === memberId, [true])
  if (isInPause) await shop.pause(false)
}

/** A device gets two prices one after the other, and then an answer from before them again. */
export async function hearOlder(
  browser: ModelBrowser,
  pick: number,
  { shop }: Played,
): Promise<void> {
  if (!(await browser.mayPress(pick))) return
  for (const points of [40, 50]) {
    await shop.changePrice(points)
    await browser.attend()
    await browser.sync()
  }
  await browser.syncStale()
}

/** An owner hands rewards over to members without points: to one of them twice, or to two. */
export async function lend(browser: ModelBrowser, pick: number, played: Played): Promise<void> {
  const owner = await findOwner(browser, played)
  const isTwice = pick % 2 === 0
  await played.shop.changeTrust({ points: 60, perDevice: isTwice ? 180 : 60 })
  if (!owner || !(await owner.syncsWell())) return
  const [one, other] = [...owner.device.records.rows('customer')]
  if (!one || !other) return
  for (const { id: memberId, points } of [one, other]) {
    const adjustment = { memberId, points: -points, acceptDebt: false, reason: 'To nothing' }
    if (points > 0) await owner.perform('points.adjust', adjustment)
  }
  for (const { id } of [one, isTwice ? one : other]) {
    if (!(await owner.syncsWell())) return
    await handOverTo(id, owner, played)
  }
}

/** A request is late. The disk loses its row and the next one, and only the request arrives. */
export async function loseLate(browser: ModelBrowser, pick: number, played: Played): Promise<void> {
  if (!(await browser.syncsWell()) || !(await browser.mayPress(pick))) return
  await browser.perform(...signUp(pick % 4, played))
  browser.network.planned.push('late')
  await browser.sync()
  if (!(await browser.mayPress(pick))) return
  await browser.perform(...signUp((pick + 1) % 4, played))
  await browser.loseRow(0)
  await browser.loseRow(0)
  for (const person of [pick + 2, pick + 3]) {
    await browser.attend()
    if (!(await browser.mayPress(pick))) return
    await browser.perform(...signUp(person % 4, played))
    await browser.sync()
  }
}

/**
 * Two counters sign up one person, and one uses the other's coupon. A restored server gets their
 * work in the other order, in a pause or not.
 */
export async function returnInOtherOrder(
  browser: ModelBrowser,
  pick: number,
  played: Played,
): Promise<void> {
  const { shop, browsers } = played
  const other = browsers.find((each) => each !== browser && !each.isTill)
  if (browser.isTill || !other) return
  await other.attend()
  if (!(await browser.syncsWell()) || !(await other.syncsWell())) return
  await shop.backUp()
  await browser.perform(...signUp(pick % 4, played))
  const redemption = { kind: 'redeem', member: -1, reward: pick, onTrust: false } as const
  await doWork(redemption, browser, 0, played)
  if (!(await browser.syncsWell())) return
  await other.perform(...signUp(pick % 4, played))
  await takeCoupon(-1, other, 0, played)
  if (!(await other.syncsWell())) return
  const isInPause = pick % 2 === 0
  await restore(played)
  if (isInPause) await shop.pause(true)
  await other.sync()
  if (isInPause) await shop.pause(false)
  await browser.attend()
  await browser.sync()
  played.tally.add('returned in another order')
}

/** The disk goes back to before its latest rows, and another window saves under their numbers. */
export async function turnBack(browser: ModelBrowser, pick: number, played: Played): Promise<void> {
  if (!(await browser.syncsWell()) || !(await browser.mayPress(pick))) return
  const save = (person: number, tab: number) =>
    browser.perform(...signUp(person % 4, played), { tab })
  await browser.turnBack(
    async () => {
      for (const person of [pick, pick + 1]) await save(person, 0)
    },
    () => save(pick + 2, 1),
  )
}
