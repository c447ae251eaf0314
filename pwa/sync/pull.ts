/**
 * Brings the device up to date with the server (docs/sync-protocol.md, Pull). Each answer is stored
 * with its cursor in one transaction, so a kill loses at most one request; a change that takes
 * several answers becomes visible when it is complete, so screens never show half of it. A pull
 * never touches pending operations.
 */
import { CallRefused, NoAnswer } from '#pwa/api/request.ts'
import type { DeviceDatabase, PullState } from '#pwa/device/device-database.ts'
import { isNews } from '#pwa/device/pages.ts'
import { DeviceClosed } from '#pwa/device/storage-error.ts'
import { tidyPages } from '#pwa/device/tidy-pages.ts'
import { findDamage, isCheckDue } from '#pwa/sync/checksum.ts'
import { type NamedParked, nameParked } from '#pwa/sync/named-parked.ts'
import { forgetOldWork, resendSettled } from '#pwa/sync/resend.ts'
import { type AnsweredPull, startSnapshot, storeAnswer } from '#pwa/sync/store-pull.ts'
import { publishChange, type SyncContext, slowMs } from '#pwa/sync/sync-context.ts'
import { limits } from '#schema/contract/limits.ts'
import type { PullAnswer } from '#schema/contract/sync.ts'

const pullPatienceMs = 30_000
const pullRowsMin = 50
/** More restarts than this in one pull mean that something is wrong with the server. */
const restartsMax = 3

/**
 * @returns whether the server was restored from a backup: then the work it forgot waits again
 * @throws CallRefused or NoAnswer; the device keeps its position
 * @param brought what the push before it brought, if anything
 */
export async function pullAll(
  context: SyncContext,
  brought: BroughtPull | null = null,
): Promise<boolean> {
  let atHand = brought
  let restarts = 0
  let isRestored = false
  /** The tables whose checksum differed: reported with the snapshot that ends it. */
  let differing = ''
  let unnamed = Number.POSITIVE_INFINITY
  let versionBefore: number | undefined
  for (;;) {
    // Pull 1: read this device's position.
    const { before, parked } = await context.door.within(readPlace)
    versionBefore ??= before.version
    if (before.fetching?.repair) {
      await context.door.within((database) => startSnapshot(database, before))
      continue
    }
    const cursor = before.fetching ? before.fetching.cursor : before.cursor
    const wanted = {
      ...(isCheckDue(before, context.now()) && { check: 'true' as const }),
      ...(differing !== '' && cursor === null && { refetch: differing }),
      parked: parked.operationIds.join(',') || 'none',
    }
    const isBrought = atHand?.cursor === bringableCursor({ before, parked }, context)
    const pulled = isBrought ? atHand?.answer : undefined
    atHand = null
    await context.step('pull:asked')
    // Pull 2: ask for what is new since then, unless the push brought it; without a cursor, for
    // everything.
    const answer =
      pulled ??
      (await ask(context, cursor, wanted).catch((error: unknown) => {
        if (error instanceof CallRefused && error.code === 'must_refetch') return null
        throw error
      }))
    await context.step('pull:answered')
    if (answer && isOvertaken(before, answer)) throw new NoAnswer('An older answer came again')
    // Pull 3: the server has another epoch, or an older version than it had: resend the work it
    // forgot.
    if (answer && isOlder(before, answer)) {
      isRestored = true
      await resendSettled(context)
    }
    // The cursor is too old, or the view or the server changed: fetch a new snapshot in the
    // background.
    if (!answer || (before.epoch !== null && answer.epoch !== before.epoch)) {
      restarts += 1
      if (restarts > restartsMax) throw new NoAnswer('The server keeps asking to start again')
      await context.door.within((database) => startSnapshot(database, before, answer?.epoch))
      continue
    }
    // Pull 4: store pages, cursor and settled rows in one transaction, and show them.
    const named = parked.through
    const store = () =>
      storeAndPublish(context, { before, cursor, answer, named, now: context.now() })
    const stored = await (context.loader ? context.loader.show({ before, answer }, store) : store())
    if (!stored) {
      // Another tab stored an answer first: start again from its position.
      restarts += 1
      if (restarts > restartsMax) return isRestored
      continue
    }
    // Pull 5: update the status and notify the other tabs.
    context.status.setState({
      progress: stored.after.version < 0 ? answer.progress : null,
      whole: stored.after.version >= 0,
      lastPulledAt: stored.after.completedAt,
    })
    if (isNews(answer)) context.tabs.tell({ kind: 'pulled' })
    // Pull 6: compare the disk with the server; if a table differs, fetch everything again, once per
    // pull.
    if (answer.checksum && differing === '') {
      const { checksum } = answer
      const damage = await context.door.within((open) => findDamage(open, stored.after, checksum))
      if (damage.tables.length > 0) {
        differing = damage.tables.join(',')
        if (damage.isForgotten) {
          isRestored = true
          await resendSettled(context)
        }
        await context.door.within((open) => startSnapshot(open, stored.after))
        continue
      }
    }
    // An answer in several parts ends at the version where it began: ask once more for newer
    // changes.
    const isWhole = answer.kind === 'changes' && stored.after.fetching === null
    if (!isWhole || before.fetching?.kind === 'changes') continue
    // If this pull brought changes, it ends after naming each parked operation once. Otherwise the
    // next pull names the rest.
    unnamed = Math.min(unnamed, parked.requests) - 1
    if (unnamed < 1 || stored.after.version === versionBefore) break
  }
  // Pull 7: keep the log and the journal short.
  await forgetOldWork(context)
  const merged = await context.door.within(tidyPages)
  if (merged) await context.loader?.skipTo(merged)
  // Pull 8: save the newest customers for the next start, which also works without them.
  await context.loader?.keepNewest().catch(() => undefined)
  return isRestored
}

/** The answer to a pull that came with a push. */
export interface BroughtPull {
  /** The cursor that the push named. */
  cursor: string
  answer: PullAnswer
}

interface Place {
  before: PullState
  parked: NamedParked
}

/**
 * @returns the cursor from which a push may bring the next pull, which then fetches changes, names
 * no parked operations and checks nothing; null if the next pull is another one
 */
export function bringableCursor({ before, parked }: Place, { now }: SyncContext): string | null {
  if (before.fetching || parked.operationIds.length > 0 || isCheckDue(before, now())) return null
  return before.cursor
}

interface Wanted {
  parked?: string
  check?: 'true'
  refetch?: string
}

export function readPlace({ meta, outbox }: DeviceDatabase): PromiseLike<Place> {
  // Dexie keeps a transaction open across awaits only if its function is declared `async`.
  return meta.db.transaction('r', meta, outbox, async () => {
    const before = await readPullState({ meta })
    return { before, parked: await nameParked({ meta, outbox }, before.named ?? 0) }
  })
}

function isOlder(before: PullState, answer: PullAnswer): boolean {
  if (before.epoch !== null && answer.epoch !== before.epoch) return true
  return answer.kind === 'snapshot' && answer.version < before.version
}

/**
 * True if a cache or a lagging server sent an answer older than the shown rows, or than the parts
 * fetched so far. A restored server would have answered must_refetch instead.
 */
function isOvertaken(before: PullState, answer: PullAnswer): boolean {
  // During a fetch in several parts, the shown rows may be from before the server was restored.
  const known = before.fetching ? (before.fetching.version ?? -1) : before.version
  const isSameServer = before.epoch === null || answer.epoch === before.epoch
  return isSameServer && answer.kind === 'changes' && answer.version < known
}

async function storeAndPublish(context: SyncContext, asked: AnsweredPull) {
  const stored = await context.door.within((database) => storeAnswer(database, asked))
  await context.step('pull:stored')
  if (stored) publishChange(context, stored.change)
  return stored
}

async function ask(
  context: SyncContext,
  cursor: string | null,
  wanted: Wanted,
): Promise<PullAnswer> {
  const { pullRows } = context.pace
  const startedAt = context.now()
  const took = () => context.now() - startedAt
  const rows = pullRows < limits.pullRows ? pullRows : undefined
  const answer = await context
    .ask('sync.pull', {
      timeoutMs: pullPatienceMs,
      query: { cursor: cursor ?? undefined, rows, ...wanted },
    })
    .catch((error: unknown) => {
      if (error instanceof NoAnswer && took() > slowMs) {
        context.pace.pullRows = Math.max(pullRowsMin, Math.floor(pullRows / 4))
      }
      throw error
    })
  if (took() < pullPatienceMs / 4) {
    context.pace.pullRows = Math.min(limits.pullRows, pullRows * 2)
  }
  if (!isPullAnswer(answer)) throw new NoAnswer(answer)
  return answer
}

export function isPullAnswer(answer: PullAnswer | undefined): answer is PullAnswer {
  return (
    typeof answer?.cursor === 'string' &&
    typeof answer.version === 'number' &&
    typeof answer.rows === 'object' &&
    Array.isArray(answer.tombstones)
  )
}

/**
 * @throws DeviceClosed if a sign-out cleared the database, even if this tab got no message about it
 */
export async function readPullState(database: {
  meta: { get: (key: string) => PromiseLike<unknown> }
}): Promise<PullState> {
  const state = (await database.meta.get('pull')) as PullState | undefined
  if (!state) throw new DeviceClosed()
  return state
}
