/** An owner joins two members, and separates them, while another counter has work for both. */
import type { Work } from './actions.ts'
import type { ModelBrowser } from './browser.ts'
import type { Fault } from './faulty-network.ts'
import { findOwner, type Played } from './played.ts'
import { doWork, signUp, takeCoupon } from './work.ts'

const faults: Fault[] = ['answerLost', 'serverDies', 'databaseDies', 'doubled', 'cut', 'none']

/**
 * Another counter is offline with work for two members. An owner joins them, perhaps over a failing
 * network, and separates them after more work, before the other counter syncs or later.
 */
export async function joinMeanwhile(
  browser: ModelBrowser,
  pick: number,
  played: Played,
): Promise<void> {
  const owner = await findOwner(browser, played)
  const other = played.browsers.find((each) => each !== owner && !each.isTill)
  if (!owner || !other) return
  await other.attend()
  for (const person of [pick, pick + 1]) await owner.perform(...signUp(person % 4, played))
  for (const each of [owner, other]) if (!(await each.syncsWell())) return
  const [keepId, joinId] = twoOf(owner, pick)
  if (!keepId || !joinId) return
  for (const memberId of [keepId, joinId]) await sellTo(memberId, owner, played)
  for (const each of [owner, other]) if (!(await each.syncsWell())) return
  for (const memberId of [joinId, keepId]) await queueFor(memberId, pick, other, played)
  await owner.attend()
  owner.network.planned.push(faults[pick % faults.length] ?? 'none')
  await owner.perform('customer.join', { keepId, joinId })
  await owner.sync()
  await owner.attend()
  if (!(await owner.syncsWell())) return
  played.tally.add('joined with work on the way')
  const isLate = pick % 2 === 0
  if (!isLate) {
    await other.attend()
    await other.sync()
  }
  await owner.attend()
  await sellTo(joinId, owner, played)
  if (pick % 3 === 0) return
  if (pick % 5 === 0) owner.network.planned.push('answerLost')
  await owner.sync()
  await owner.attend()
  await owner.perform('customer.separate', { keepId, joinId, spentSeen: pick % 4 ? 500 : 0 })
  await owner.sync()
  played.tally.add('separated after more work')
  if (!isLate) return
  await other.attend()
  await other.sync()
}

/**
 * A customer redeems on a phone and gets no answer. Before the phone asks again, an owner joins the
 * card's member into another one, or separates the two.
 */
export async function joinCard(browser: ModelBrowser, pick: number, played: Played): Promise<void> {
  const { phone, members, redemptions, tally } = played
  const owner = await findOwner(browser, played)
  if (!owner) return
  phone.network.planned.length = 0
  members.push(await phone.signUp(pick % 6))
  await phone.drain()
  if (!(await owner.syncsWell())) return
  const redeem = async () => {
    const redemption = await phone.redeem(pick)
    if (redemption) redemptions.push(redemption)
    phone.network.planned.push('answerLost')
    await phone.drain()
    return redemption?.memberId
  }
  const isFirst = pick % 2 === 0
  const joinId = isFirst ? await redeem() : await phone.cardMember(pick)
  const rows = [...owner.device.records.rows('customer')].map(({ id }) => id)
  const keepId = rows.find((id) => id !== joinId)
  if (!joinId || !keepId || !rows.includes(joinId)) return
  await owner.perform('customer.join', { keepId, joinId })
  if (!(await owner.syncsWell())) return
  if (!isFirst) {
    await redeem()
    await owner.attend()
    await owner.perform('customer.separate', { keepId, joinId, spentSeen: 500 })
    await owner.sync()
  }
  await phone.drain()
  tally.add('joined a card with a request on the way')
}

function twoOf({ device }: ModelBrowser, pick: number): (string | undefined)[] {
  const joins = [...device.records.rows('memberJoin')].map(({ memberId }) => memberId)
  const rows = [...device.records.rows('customer')].map(({ id }) => id).sort()
  const joinable = rows.filter((id) => !joins.includes(id))
  const joinId = joinable[pick % Math.max(1, joinable.length)]
  const others = rows.filter((id) => id !== joinId)
  return [others[pick % Math.max(1, others.length)], joinId]
}

function sellTo(memberId: string, browser: ModelBrowser, played: Played): Promise<void> {
  const member = played.members.indexOf(memberId)
  return doWork({ kind: 'purchase', member, cents: 4321 }, browser, 0, played)
}

/** A sale, a redemption, a correction, a note, a reversal and a coupon. */
async function queueFor(
  memberId: string,
  pick: number,
  browser: ModelBrowser,
  played: Played,
): Promise<void> {
  const member = played.members.indexOf(memberId)
  const asked: Work[] = [
    { kind: 'purchase', member, cents: 1234 },
    { kind: 'redeem', member, reward: pick, onTrust: false },
    { kind: 'note', member, note: 'Oat milk' },
    { kind: 'correct', member, changes: { lastName: 'Byron' } },
    { kind: 'reverse', purchase: pick, cents: 100 },
    { kind: 'undo', redemption: pick },
  ]
  for (const work of asked) {
    await browser.attend()
    await doWork(work, browser, 0, played)
  }
  await takeCoupon(pick, browser, 0, played)
}
