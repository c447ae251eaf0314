/**
 * Brings the device to where the server is (docs/sync-protocol.md, Pull). Each answer is stored with
 * its cursor in one transaction, so a kill loses at most a request; what takes several answers
 * becomes visible together when it is whole, so no screen ever shows half a change. What is pending
 * is never touched.
 */
import { CallRefused, NoAnswer } from '#pwa/api/request.ts'
import type { PullState } from '#pwa/device/device-database.ts'
import { DeviceClosed } from '#pwa/device/storage-error.ts'
import { tidyPages } from '#pwa/device/tidy-pages.ts'
import { findDamage, isCheckDue, startRepair } from '#pwa/sync/checksum.ts'
import { resendSettled } from '#pwa/sync/resend.ts'
import { type AnsweredPull, isNews, startSnapshot, storeAnswer } from '#pwa/sync/store-pull.ts'
import { publishChange, type SyncContext, slowMs } from '#pwa/sync/sync-context.ts'
import { limits } from '#schema/contract/limits.ts'
import type { PullAnswer } from '#schema/contract/sync.ts'

const pullPatienceMs = 30_000
const pullRowsMin = 50
/** More restarts than this in one pull mean that something is wrong with the server. */
const restartsMax = 3

/**
 * @returns whether the server had been restored from a back-up: then what it forgot waits again
 * @throws CallRefused or NoAnswer when the device stays where it is
 */
export async function pullAll(context: SyncContext): Promise<boolean> {
  let restarts = 0
  let isRestored = false
  let isRepaired = false
  for (;;) {
    // Pull 1: where this device stands.
    const before = await context.door.within(readPullState)
    const cursor = before.fetching ? before.fetching.cursor : before.cursor
    const wanted = wantedBy(before, context.now())
    await context.step('pull:asked')
    // Pull 2: what is new since then; without a cursor, everything.
    const answer = await ask(context, cursor, wanted).catch((error: unknown) => {
      if (error instanceof CallRefused && error.code === 'must_refetch') return null
      throw error
    })
    await context.step('pull:answered')
    // Pull 3: the server is another one than before, or behind what it has said: what it forgot is
    // asked again.
    if (answer && isOlder(before, answer)) {
      isRestored = true
      await resendSettled(context)
    }
    // Too old, another view or another server: all of it again, in the shadow.
    if (!answer || (before.epoch !== null && answer.epoch !== before.epoch)) {
      restarts += 1
      if (restarts > restartsMax) throw new NoAnswer('The server keeps asking to start again')
      await context.door.within((database) => startSnapshot(database, before, answer?.epoch))
      continue
    }
    // Pull 4: pages, cursor and settled rows in one transaction; screens beside it.
    const store = () => storeAndPublish(context, { before, cursor, answer, now: context.now() })
    const stored = await (context.loader ? context.loader.show({ before, answer }, store) : store())
    if (!stored) {
      // Another tab was faster: what it stored is the truth.
      restarts += 1
      if (restarts > restartsMax) return isRestored
      continue
    }
    // Pull 5: the status and the other tabs.
    context.status.setState({
      progress: stored.after.version < 0 ? answer.progress : null,
      whole: stored.after.version >= 0,
      lastPulledAt: stored.after.completedAt,
    })
    if (isNews(answer)) context.tabs.tell({ kind: 'pulled' })
    // Pull 6: the disk is compared with the server; what differs is fetched again, once a pull.
    if (answer.checksum && !isRepaired) {
      const { checksum } = answer
      const damage = await context.door.within((open) => findDamage(open, stored.after, checksum))
      if (damage.tables.length > 0) {
        isRepaired = true
        if (damage.isForgotten) {
          isRestored = true
          await resendSettled(context)
        }
        await context.door.within((open) => startRepair(open, stored.after, damage.tables))
        continue
      }
    }
    // What took several answers was bounded when it began: one more look at what is newer.
    if (answer.kind === 'changes' && !answer.more && before.fetching?.kind !== 'changes') break
  }
  // Pull 7: keep the log short.
  const merged = await context.door.within(tidyPages)
  if (merged) await context.loader?.skipTo(merged)
  // Pull 8: the newest customers are kept for the next start, which goes without where that fails.
  await context.loader?.keepNewest().catch(() => undefined)
  return isRestored
}

interface Wanted {
  check?: 'true'
  refetch?: string
}

/** Beside what is new: a comparison that is due, or the tables that a repair begins with. */
function wantedBy(state: PullState, now: number): Wanted {
  const { fetching, cursor } = state
  if (fetching?.repair && fetching.cursor === cursor) return { refetch: fetching.repair.join(',') }
  return isCheckDue(state, now) ? { check: 'true' } : {}
}

function isOlder(before: PullState, answer: PullAnswer): boolean {
  if (before.epoch !== null && answer.epoch !== before.epoch) return true
  return answer.kind === 'snapshot' && answer.version < before.version
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
  const isAnswer =
    typeof answer?.cursor === 'string' &&
    typeof answer.version === 'number' &&
    typeof answer.rows === 'object' &&
    Array.isArray(answer.tombstones)
  if (!isAnswer) throw new NoAnswer(answer)
  return answer
}

/** @throws DeviceClosed when a sign-out cleared the database, whether it was heard of or not */
export async function readPullState(database: {
  meta: { get: (key: string) => PromiseLike<unknown> }
}): Promise<PullState> {
  const state = (await database.meta.get('pull')) as PullState | undefined
  if (!state) throw new DeviceClosed()
  return state
}
