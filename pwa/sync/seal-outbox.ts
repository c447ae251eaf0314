/**
 * Sealed work: unsent operations of someone who signs out, encrypted to the server's key (JWE, RFC
 * 7516) and unreadable on this device from then on. The next person who signs in to this business
 * here sends it, and the server judges it as the author's (docs/sync-protocol.md, "The end of a
 * device").
 */

import { ShownError } from '#pwa/api/shown-error.ts'
import { handInKept, keepTaken } from '#pwa/sync/kept-seals.ts'
import { allBatches, refusedBatches } from '#pwa/sync/push-batch.ts'
import { handIn, readSealKey, sealBatches } from '#pwa/sync/seal.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'
import { failureTexts } from '#pwa/texts/failure.ts'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'

/**
 * The device never received the server's key: the rows stay readable, and the person stays signed
 * in.
 */
export class CannotSeal extends ShownError {
  constructor() {
    super('The server’s key was never heard')
    this.name = 'CannotSeal'
  }
  get sentence(): string {
    return failureTexts.cannotSeal
  }
}

const keyFreshMs = 7 * dayMs
const keyAgainMs = hourMs
/** When a device last asked for the key and got none. */
const askedInVainAt = new WeakMap<SyncContext, number>()

/**
 * If the app is killed between sealing and clearing, both copies exist; the server counts each
 * operation id once. An operation withdrawn in between may already be applied, and the device shows
 * that.
 * @param sealingId the same in all seals of one sign-out; the server accepts seals of only one
 * @returns the operation ids that are sealed and on disk
 * @throws CannotSeal if there is work and no key
 */
export async function sealUnsent(
  context: SyncContext,
  { sealingId = context.newId(), keepRefused = false } = {},
): Promise<ReadonlySet<string>> {
  const refused = keepRefused ? await context.door.within(refusedBatches) : []
  const batches = [...(await context.door.within(allBatches)), ...refused]
  if (batches.length === 0) return new Set()
  const key = await readSealKey(context)
  if (!key || !context.browser) throw new CannotSeal()
  const sealed = (await sealBatches(context, key, { batches, sealingId })).map((seal) => ({
    ...seal,
    sealedAt: new Date(context.now()).toISOString(),
    isUnreadable: false,
  }))
  await context.browser.sealed.bulkAdd(sealed)
  // Updates only the hint: the status counts these rows once they no longer count as pending.
  hintSealed(context, (await readSealedCounts(context)).all)
  return new Set(batches.flatMap((batch) => batch.rows.map((row) => row.operationId)))
}

/**
 * Sends the sealed work that others left here for this business.
 * @returns false if some of it waits until the owner has decided on earlier work of its author
 */
export async function handInSealed(context: SyncContext): Promise<boolean> {
  const { browser, identity } = context
  if (!browser) return true
  let hasRoom = true
  await handInKept(context)
  const waiting = await browser.sealed
    .where('businessId')
    .equals(identity.businessId)
    .filter((each) => !each.isUnreadable)
    .sortBy('id')
  try {
    for (const { id, jwe, operations } of waiting) {
      const outcome = await handIn(context, jwe)
      if (outcome === 'full') hasRoom = false
      if (outcome === 'taken') {
        // Update the hint first: if killed in between, work that the server has is not reported as
        // lost.
        hintSealed(context, (await readSealedCounts(context)).all - operations)
        await keepTaken(context, { id, businessId: identity.businessId, operations, jwe })
      }
      if (outcome === 'unreadable') await browser.sealed.update(id, { isUnreadable: true })
    }
  } finally {
    if (waiting.length > 0) await countSealedEverywhere(context)
    else await countSealed(context)
  }
  return hasRoom
}

/** For a retry by a person: a server that got its earlier key back can read the work again. */
export async function retryUnreadable(context: SyncContext): Promise<void> {
  await sealedHere(context)?.modify({ isUnreadable: false })
  await countSealedEverywhere(context)
}

/**
 * Deletes the work that the server cannot read, on a person's request.
 * @param count the number they confirmed: another tab may have found more since
 * @returns false, deleting nothing, if the number differs
 */
export async function deleteUnreadable(context: SyncContext, count: number): Promise<boolean> {
  const sealed = (await sealedHere(context)?.toArray()) ?? []
  const unreadable = sealed.filter((each) => each.isUnreadable)
  const isAsAsked = sumOperations(unreadable) === count
  if (isAsAsked) {
    // Update the hint first: work that a person deleted must not be reported as evicted.
    hintSealed(context, sumOperations(sealed) - count)
    await context.browser?.sealed.bulkDelete(unreadable.map(({ id }) => id))
  }
  await countSealedEverywhere(context)
  return isAsAsked
}

async function countSealedEverywhere(context: SyncContext): Promise<void> {
  await countSealed(context)
  context.tabs.tell({ kind: 'sealed' })
}

/**
 * Counts sealed work until the server has it; unreadable work is counted apart from waiting work.
 */
export async function countSealed(context: SyncContext): Promise<void> {
  const { all, unreadable } = await readSealedCounts(context)
  context.status.setState({ sealedCount: all - unreadable, unreadableCount: unreadable })
  hintSealed(context, all)
}

/** How many operations are sealed here, and how many of them the server cannot read. */
async function readSealedCounts(context: SyncContext) {
  const sealed = (await sealedHere(context)?.toArray()) ?? []
  const unreadable = sealed.filter((each) => each.isUnreadable)
  return { all: sumOperations(sealed), unreadable: sumOperations(unreadable) }
}

function sumOperations(sealed: { operations: number }[]): number {
  return sealed.reduce((sum, { operations }) => sum + operations, 0)
}

function sealedHere({ browser, identity }: SyncContext) {
  return browser?.sealed.where('businessId').equals(identity.businessId)
}

function hintSealed({ sealedHint, identity }: SyncContext, unsent: number) {
  sealedHint?.write(unsent > 0 ? { outboxId: identity.businessId, unsent } : null)
}

/** @returns how many sealed operations the browser cleared; call before `countSealed` */
export async function countEvictedSeals(context: SyncContext): Promise<number> {
  const hinted = context.sealedHint?.read()?.unsent ?? 0
  return Math.max(0, hinted - (await readSealedCounts(context)).all)
}

/** Fetches the key while online, so that signing out works offline. */
export async function hearSealKey(context: SyncContext): Promise<void> {
  if (!context.browser) return
  const [known, outboxId] = await Promise.all([readSealKey(context), readOutboxId(context)])
  const isOfOutbox = known?.outboxId === outboxId
  if (known && isOfOutbox && Math.abs(context.now() - Date.parse(known.heardAt)) < keyFreshMs)
    return
  if (Math.abs(context.now() - (askedInVainAt.get(context) ?? 0)) < keyAgainMs) return
  askedInVainAt.set(context, context.now())
  const { publicKey, ticket } = await context.ask('sync.sealKey', { query: { outboxId } })
  askedInVainAt.delete(context)
  const heardAt = new Date(context.now()).toISOString()
  await context.door.within((database) =>
    database.meta.put({ key: 'sealKey', heardAt, outboxId, publicKey, ticket }),
  )
}

/** The server accepts the ticket for this outbox only. */
async function readOutboxId({ door }: SyncContext): Promise<string | undefined> {
  const row = await door.within((database) => database.meta.get('outbox'))
  return row?.key === 'outbox' ? row.outboxId : undefined
}
