/** Plays one schedule on its own business, lets everything settle, and checks the invariant. */
import { DeviceClosed } from '#pwa/device/storage-error.ts'
import { limits } from '#schema/contract/limits.ts'
import {
  type Action,
  actionsOf,
  beforeTimeHours,
  browserCount,
  type Crashing,
  effectsOf,
  type Schedule,
  type Work,
} from './actions.ts'
import { Book } from './book.ts'
import { ModelBrowser } from './browser.ts'
import { checkInvariant } from './check.ts'
import {
  carryToTill,
  conflict,
  copyTicket,
  decideChain,
  endPin,
  hearOlder,
  lend,
  loseLate,
  loseRowOpen,
  returnInOtherOrder,
  sealAndRestore,
  turnBack,
} from './edges.ts'
import { FaultyNetwork } from './faulty-network.ts'
import { joinCard, joinMeanwhile } from './join-meanwhile.ts'
import { ModelPhone } from './phone.ts'
import {
  decide,
  dispute,
  findOwner,
  type Played,
  passDay,
  restore,
  signOut,
  type World,
} from './played.ts'
import { persist, Shop } from './shop.ts'
import { isSlow, isStuck, makeSlow, slowAmount, stuckAmount } from './stuck.ts'
import { Thief } from './thief.ts'
import { buyFor, doWork, edit, redeemOneShort, signUp } from './work.ts'

export async function playSchedule(world: World, schedule: Schedule): Promise<void> {
  const { pullRows, pushOperations, isTrusting, tillCount } = schedule
  // Small enough that a schedule has several pages and batches.
  Object.assign(limits, { pullRows, pushOperations })
  const { running, dying, tally } = world
  const shop = await Shop.open(running, world.superAdmin, tillCount)
  if (isTrusting) await shop.changeTrust({ points: 60, perDevice: 180 })
  const book = new Book()
  const people = Array.from({ length: browserCount }, (_, index) => shop.person(index))
  const browsers = [...people, ...shop.tills].map((person) => {
    const network = new FaultyNetwork({ url: running.url, dying, tally, book })
    return new ModelBrowser({ shop, book, tally, person, network })
  })
  const onTheWay = new FaultyNetwork({ url: running.url, dying, tally, book })
  const phone = new ModelPhone({ shop, book, network: onTheWay })
  const thief = new Thief({ url: running.url, shop, book, tally })
  const asked = { members: [], purchases: [], redemptions: [], uses: [] }
  const played: Played = { ...world, shop, book, browsers, phone, thief, ...asked }
  try {
    await phone.open()
    for (const browser of browsers) await browser.open()
    // A member for later work, known to one counter only at first.
    await browsers[0]?.perform(...signUp(0, played))
    await shop.backUp()
    for (const action of actionsOf(schedule)) {
      tally.add(action.kind)
      await play(action, played).catch(async (error: unknown) => {
        if (!(error instanceof DeviceClosed)) throw error
        const again = await Promise.all(browsers.map((browser) => browser.signInAgain()))
        if (!again.includes(true)) throw error
      })
    }
    await comeToRest(played)
    await checkInvariant(running, played)
  } finally {
    shop.close()
    phone.close()
    for (const browser of browsers) browser.close()
  }
}

/** Larger pages for the final sync. */
const restRowsMin = 12

/** Repeats until one device's pushes have settled what another had parked. */
async function comeToRest({ shop, book, browsers, phone }: Played): Promise<void> {
  if (shop.isPaused) await shop.pause(false)
  await phone.settle()
  // Devices compare their rows with the server's every six hours.
  const mayWait = async () => {
    const repairs = await Promise.all(browsers.map((browser) => browser.mayRepair()))
    return !repairs.includes(false)
  }
  for (let days = 0; days < 3 && !(await mayWait()); days += 1) await passDay({ shop, browsers })
  // Tiny pages have been tested while things went wrong.
  Object.assign(limits, { pullRows: Math.max(limits.pullRows, restRowsMin) })
  for (const browser of browsers) await browser.handIn()
  for (const browser of browsers) browser.close()
  const decideAll = async () => {
    // Accepting it would only let it time out again.
    const declined = await decide({ shop, book }, (saved) => isStuck(saved), [false])
    const waited = await shop.acceptAll()
    for (const operationId of waited) book.ownerAccepted.add(operationId)
    return [...declined, ...waited.sort()].join()
  }
  // Work that depends on something no device can still bring stays parked, whatever the owner
  // decides.
  for (let before: string | null = null, waiting = await decideAll(); waiting !== before; ) {
    before = waiting
    await settleAll({ shop, browsers })
    waiting = await decideAll()
  }
  await phone.settle()
}

/** One device's push is news for the others. */
async function settleAll({ shop, browsers }: Pick<Played, 'shop' | 'browsers'>): Promise<void> {
  for (let before = -1, version = await shop.version(); version !== before; ) {
    for (const browser of browsers) await browser.settle(version)
    before = version
    version = await shop.version()
  }
}

async function play(action: Action, played: Played): Promise<void> {
  const { shop, browsers, book, tally } = played
  if (action.kind === 'syncAll') {
    await Promise.all(browsers.flatMap((each) => each.tabs.map((_, index) => each.sync(index))))
    return
  }
  if (action.kind === 'phone') return playPhone(action, played)
  const browser = browsers[action.browser % browsers.length] as ModelBrowser
  await browser.attend()
  const pick = 'pick' in action ? action.pick : 0
  if (pressing.has(action.kind) && !(await browser.mayPress(pick))) return
  switch (action.kind) {
    case 'unlock':
      await browser.unlock(pick)
      return
    case 'lock':
      return browser.lock()
    case 'changePin':
      return shop.changePin(shop.people[1 + (pick % 2)] ?? shop.owner)
    case 'revokeTill':
      // Seldom, because the till is gone then.
      if (pick % 3 === 0 && browser.isTill) await shop.revokeTill(browser.person)
      return
    case 'passDay':
      return passDay(played)
    case 'stuck':
      if (![...book.operations.values()].some(isStuck)) await buyFor(stuckAmount, browser, played)
      return
    case 'slow':
      if ([...book.operations.values()].some(isSlow)) return
      await persist(() => makeSlow(played.running))
      return buyFor(slowAmount, browser, played)
    case 'redeemOneShort': {
      const owner = await findOwner(browser, played)
      return owner && redeemOneShort(owner, played, pick)
    }
    case 'clearStorage':
      return browser.clearStorage(pick % 2 === 0)
    case 'loseRow':
      return browser.loseRow(pick)
    case 'damage':
      return browser.damage(pick)
    case 'carryToTill':
      return carryToTill(browser, pick, played)
    case 'conflict':
      return conflict(browser, pick, played)
    case 'endPin':
      return endPin(browser, pick, played)
    case 'copyTicket':
      return copyTicket(browser, pick, played)
    case 'useTicket':
      return played.thief.use(pick, played.members, pick)
    case 'decideNamed': {
      const accepts = [[true, true], [false, false], [true], [true, false]][pick % 4] ?? []
      const chosen = await decide(played, (_, index) => (pick >> (index % 3)) % 2 === 0, accepts)
      if (chosen.length > 0) tally.add('decided named work')
      return
    }
    case 'work':
      return doWork(action.work, await whoMay(action.work, browser, played), action.tab, played)
    case 'clock':
      if (action.hours === beforeTimeHours) tally.add('clock before 1970')
      return browser.jumpClock(action.hours * 3_600_000)
    case 'sync':
      browser.network.planned.push(...action.faults)
      return browser.sync(action.tab)
    case 'crash':
      return playCrash(action, browser, played)
    case 'openTab':
      if (browser.tabs.length < 2) await browser.open()
      return
    case 'closeTab':
      if (browser.tabs.length > 1) browser.tabs.pop()?.close()
      return
    case 'discard':
      return browser.discard(action.pick)
    case 'edit':
      return edit(browser, action.pick, played)
    case 'retry':
      return browser.retry(action.pick)
    case 'carry':
      return carry(browser, action.pick, browsers)
    case 'signOut':
    case 'throwAway':
      return signOut(browser, { pick: action.pick, keepUnsent: action.kind === 'signOut' }, shop)
    case 'endSessions':
      if (!browser.person.isWithdrawn) await shop.endSessions(browser.person)
      return
    case 'revokeDevices':
      return revokeDevices(browser, played)
    case 'remove':
      return removeSomebody(played)
    case 'changeRole': {
      const third = shop.people[2]
      if (third && !third.isWithdrawn) await shop.changeRole(third)
      return
    }
    case 'pause':
      return shop.pause(true)
    case 'resume':
      return shop.pause(false)
    case 'decide': {
      const isAccepted = action.pick % 2 === 0
      const decided = isAccepted ? book.ownerAccepted : book.ownerRefused
      for (const operationId of await shop.decide(isAccepted)) decided.add(operationId)
      return
    }
    case 'changePrice':
      return shop.changePrice(30 + (action.pick % 4) * 10)
    case 'changeRewards':
      return shop.changeRewards(action.pick % 2 === 0)
    case 'changeTrust':
      return shop.changeTrust(
        action.pick % 3 === 0 ? null : { points: 60, perDevice: action.pick % 2 ? 60 : 180 },
      )
    case 'forgetChanges':
      return shop.forgetChanges()
    case 'disputeNumbers':
      return dispute(browser, (action.pick % 7) - 3, played)
    case 'silence':
      return shop.silence(await browser.outboxId())
    case 'loseRowOpen':
      return loseRowOpen(browser, pick, played)
    case 'sealAndRestore':
      return sealAndRestore(browser, pick, played)
    case 'decideChain':
      return decideChain(browser, pick, played)
    case 'lend':
      return lend(browser, pick, played)
    case 'loseLate':
      return loseLate(browser, pick, played)
    case 'returnInOtherOrder':
      return returnInOtherOrder(browser, pick, played)
    case 'joinMeanwhile':
      return joinMeanwhile(browser, pick, played)
    case 'joinCard':
      return joinCard(browser, pick, played)
    case 'turnBack':
      return turnBack(browser, pick, played)
    case 'staleAnswer':
      return hearOlder(browser, pick, played)
    case 'evict':
    case 'evictForWorker': {
      if (browser.person.isWithdrawn) return
      const unsent = await browser.evict(action.kind === 'evictForWorker')
      if (unsent > 0) tally.add('evicted with unsent work')
      return
    }
    case 'backUp':
      return shop.backUp()
    case 'restore':
      return restore(played)
    case 'serverDies':
      return played.dying.server()
  }
}

/** Somebody has to be at the till. */
const pressing: ReadonlySet<string> = new Set([
  'work',
  'edit',
  'discard',
  'retry',
  'stuck',
  'slow',
  'crash',
])

/** Owner-only work is done on an owner's browser. */
async function whoMay(
  { kind }: Work,
  browser: ModelBrowser,
  { browsers }: Played,
): Promise<ModelBrowser> {
  if (!ownersWork.some((each) => each === kind)) return browser
  return (await findOwner(browser, { browsers })) ?? browser
}

const ownersWork = [
  'adjust',
  'program',
  'welcome',
  'createReward',
  'changeReward',
  'createCampaign',
  'changeCampaign',
  'join',
  'separate',
] as const satisfies readonly Work['kind'][]

async function playPhone(
  { doing, pick, faults, effects }: Extract<Action, { kind: 'phone' }>,
  { phone, members, redemptions, tally }: Played,
): Promise<void> {
  phone.network.planned.splice(0, Number.POSITIVE_INFINITY, ...faults)
  const work = async () => {
    if (doing === 'signUp') members.push(await phone.signUp(pick % 6))
    if (doing === 'redeem') {
      const redemption = await phone.redeem(pick)
      if (redemption) redemptions.push(redemption)
      if (redemption) tally.add('redeemed on a phone')
    }
    await phone.drain()
  }
  if (effects === null) return work()
  const death = await phone.crash(effects, work)
  tally.add(death ? 'crash of a phone' : 'crash that came too late')
  if (death) tally.add(`phone off at ${death.effect} ${death.about}`)
}

async function carry(from: ModelBrowser, pick: number, browsers: ModelBrowser[]): Promise<void> {
  const to = browsers[pick % browsers.length]
  if (!to || to === from) return
  await to.attend()
  if (!(await to.mayPress(pick))) return
  await from.carryTo(to)
}

/** Removes a staff member for good. */
async function removeSomebody({ shop }: Played): Promise<void> {
  const [, leaving] = shop.people
  if (!leaving || leaving.isWithdrawn) return
  await shop.remove(leaving)
}

/** With unsent work, which the device then has to hand over. */
async function revokeDevices(browser: ModelBrowser, played: Played): Promise<void> {
  const { person } = browser
  if (person.isWithdrawn || person.isTill) return
  await browser.perform(...signUp(1, played))
  await played.shop.revokeDevices(person)
}

async function playCrash(
  action: Extract<Action, { kind: 'crash' }>,
  browser: ModelBrowser,
  played: Played,
): Promise<void> {
  const { shop, tally } = played
  const { doing, pick } = action
  if (doing === 'disputeAndSync') {
    await browser.perform(...signUp(pick % 6, played))
    await dispute(browser, pick % 2 ? -2 : 2, played)
  }
  if (doing === 'handOver') {
    if (browser.person.isWithdrawn || browser.person === shop.owner) return
    await browser.perform(...signUp(pick % 6, played))
    await shop.remove(browser.person)
  }
  await prepareCrash(doing, pick, browser, played)
  browser.network.planned.push(...action.faults)
  const effects = action.effects % effectsOf[doing]
  const death = await browser.crash(effects, action, async () => {
    if (doing === 'edit') await edit(browser, pick, played)
    if (doing === 'discard') await browser.discard(pick)
    if (doing === 'retry') await browser.retry(pick)
    if (doing === 'signOut') await signOut(browser, { pick, keepUnsent: true }, shop)
    if (doing === 'perform' || doing === 'performAndSync') {
      await doWork(action.work, browser, 0, played)
    }
    if (['sync', 'performAndSync', 'disputeAndSync', 'handOver'].includes(doing)) {
      await browser.sync()
    }
  })
  if (!death) return tally.add('crash that came too late')
  tally.add(`crash in ${doing}`)
  tally.add(`crash in ${doing} at ${death.effect} ${death.about}`)
}

/** Provides work to discard, retry or seal if there is none. */
async function prepareCrash(
  doing: Crashing,
  pick: number,
  browser: ModelBrowser,
  played: Played,
): Promise<void> {
  const hasOpen = browser.has(['waiting', 'refused'])
  if (['edit', 'discard', 'signOut'].includes(doing) && !hasOpen) {
    await browser.perform(...signUp(pick % 6, played))
  }
  if (doing === 'retry' && !browser.has(['refused'])) {
    browser.network.planned.length = 0
    await browser.perform('coupon.use', { code: 'NEVERGVEN222' })
    await browser.sync()
    await browser.attend()
  }
}
