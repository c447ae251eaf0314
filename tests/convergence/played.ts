/** The state of a schedule, and acts that several actions share. */
import type { TestBrowser } from '#tests/support/browser-call.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { Saved } from './book.ts'
import type { ModelBrowser } from './browser.ts'
import type { Dying } from './faulty-network.ts'
import type { ModelPhone } from './phone.ts'
import type { Shop } from './shop.ts'
import type { Tally } from './tally.ts'
import type { Thief } from './thief.ts'
import type { Asked } from './work.ts'

export interface World {
  running: TestServer
  superAdmin: TestBrowser
  dying: Dying
  tally: Tally
}

export interface Played extends World, Asked {
  browsers: ModelBrowser[]
  phone: ModelPhone
  thief: Thief
}

export async function dispute(
  browser: ModelBrowser,
  by: number,
  { shop, book }: Played,
): Promise<void> {
  const outboxId = await browser.outboxId()
  book.disputed.add(outboxId)
  await shop.disputeNumbers(outboxId, by)
}

export async function passDay({
  shop,
  browsers,
}: Pick<Played, 'shop' | 'browsers'>): Promise<void> {
  // A request takes less than a day.
  for (const { network } of browsers) await network.deliverLate()
  await shop.passDay()
  for (const browser of browsers) browser.passTime(shop.passedMs)
}

/** The owner decides those parked operations on one device, or on two at once. */
export async function decide(
  { shop, book }: Pick<Played, 'shop' | 'book'>,
  isMeant: (saved: Saved, index: number) => boolean,
  accepts: boolean[],
): Promise<string[]> {
  const known = (await shop.parked()).filter((id) => book.operations.has(id))
  const chosen = known.filter((id, index) => isMeant(book.get(id), index))
  if (chosen.length === 0) return []
  await shop.decideNamed(chosen, accepts)
  for (const accept of accepts) {
    const decided = accept ? book.ownerAccepted : book.ownerRefused
    for (const operationId of chosen) decided.add(operationId)
  }
  return chosen
}

export async function findOwner(
  browser: ModelBrowser,
  { browsers }: Pick<Played, 'browsers'>,
): Promise<ModelBrowser | undefined> {
  if (browser.person.view === 'owner') return browser
  const other = browsers.find(({ person }) => person.view === 'owner' && !person.isWithdrawn)
  await other?.attend()
  return other
}

/** Operations the server lost return from devices and phones that still have them. */
export async function restore({ shop, browsers, phone, book, tally }: Played): Promise<void> {
  for (const browser of browsers) {
    for (const operationId of await browser.heldUses()) book.usedBefore.add(operationId)
  }
  const forgotten = await shop.restore()
  if (!forgotten) return
  tally.add('restored')
  if (forgotten.length > 0) tally.add('restored, and something was forgotten')
  const held = new Set(await phone.heldForResending())
  for (const browser of browsers) {
    for (const operationId of await browser.heldForResending()) held.add(operationId)
    // Earlier sights belong to versions that the server now assigns again.
    browser.sights.length = 0
  }
  for (const { operationId, status } of forgotten) {
    if (status === 'refused') book.refusedBefore.add(operationId)
  }
  for (const { metId } of forgotten) if (metId) book.met.add(metId)
  for (const { operationId, status } of forgotten) {
    const isHeld =
      browsers.some((browser) => browser.mustHold(operationId, status)) ||
      phone.mustHold(operationId, status)
    if (held.has(operationId) || isHeld) book.forgotten.add(operationId)
    else book.lost.add(operationId)
  }
}

/** Signs out and signs in another person. */
export async function signOut(
  browser: ModelBrowser,
  { pick, keepUnsent }: { pick: number; keepUnsent: boolean },
  shop: Shop,
): Promise<void> {
  const { network } = browser
  if (!(await browser.signOut(keepUnsent))) return
  await shop.signOut(network.cookie)
  await browser.signIn(await shop.renew(shop.person(pick)))
}
