/**
 * One round: push everything, then pull to the end. Requests made during a round become one more
 * round. A Web Lock keeps tabs from doing the same work twice; correctness never depends on it, and
 * a tab that froze while holding it is bypassed after a while (docs/sync-protocol.md).
 */
import { clearRows } from '#pwa/device/wipe.ts'
import { type BroughtPull, pullAll } from '#pwa/sync/pull.ts'
import { pushAll } from '#pwa/sync/push.ts'
import { handInSealed, hearSealKey } from '#pwa/sync/seal-outbox.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'
import { endBy, type RoundEnd, wentWell } from '#pwa/sync/sync-problem.ts'

/** The part of navigator.locks that is used. */
export interface Locks {
  request: <Result>(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    work: (lock: unknown) => Promise<Result>,
  ) => Promise<Result>
}

/** Longer than any request may take: after this silence, another tab's round counts as dead. */
const silenceMaxMs = 45_000

export interface Rounds {
  /** Resolves when a round that started after this call has ended. */
  request: () => Promise<RoundEnd>
  /** Resolves when this tab runs no round. */
  idle: () => Promise<unknown>
  /** Resolves when no tab holds the lock, however its round ended. */
  othersEnded: (stopped: AbortSignal) => Promise<void>
}

export interface RoundSeams {
  locks: Locks | null
  /** The signed-in account; another account's device does nothing (docs/sync-protocol.md). */
  readAccountId: () => Promise<string | null>
  /** Whether this is a locked till, which pushes but does not pull. */
  isLocked: () => Promise<boolean>
}

export function createRounds(context: SyncContext, seams: RoundSeams): Rounds {
  let running: Promise<RoundEnd> | null = null
  let following: Promise<RoundEnd> | null = null
  let heardAt = Number.NEGATIVE_INFINITY
  const lockName = `${context.door.database.name}-round`
  context.tabs.listen((message) => {
    if (message.kind === 'round') heardAt = message.running ? context.now() : heardAt
  })

  function request(): Promise<RoundEnd> {
    if (!running) {
      running = runLocked().finally(() => {
        running = null
      })
      return running
    }
    const again = () => {
      following = null
      return request()
    }
    following ??= running.then(again, again)
    return following
  }

  async function runLocked(): Promise<RoundEnd> {
    if (!seams.locks) return runRound(context, seams)
    const end = await seams.locks.request(lockName, { ifAvailable: true }, async (lock) =>
      lock ? runRound(context, seams) : null,
    )
    if (end) return end
    if (Math.abs(context.now() - heardAt) < silenceMaxMs) return { ...wentWell, elsewhere: true }
    // The first time the lock is taken starts the clock: a live tab sends a message with each
    // request.
    if (heardAt === Number.NEGATIVE_INFINITY) {
      heardAt = context.now()
      return { ...wentWell, elsewhere: true }
    }
    return runRound(context, seams)
  }

  return {
    request,
    idle: async () => running?.catch(() => undefined),
    othersEnded: async (stopped) => {
      await seams.locks?.request(lockName, { signal: stopped }, async () => undefined)
    },
  }
}

async function runRound(context: SyncContext, seams: RoundSeams): Promise<RoundEnd> {
  const tell = (running: boolean, end: RoundEnd | null) => {
    // Clears rows that a tab left marked as sending when it died.
    context.mirror.setSending([])
    context.status.setState({ syncing: running, ...(end ? { problem: end.problem } : {}) })
    context.tabs.tell({ kind: 'round', running, sending: [], problem: end?.problem ?? null })
  }
  tell(true, null)
  const end = await pushAndPull(context, seams).catch(endBy)
  if (end.problem === 'ended') await hideRows(context).catch(() => undefined)
  tell(false, end)
  return end
}

/** The session ended for good: deletes the business's rows from the device at once. */
async function hideRows(context: SyncContext) {
  await context.door.within(clearRows)
  await context.loader?.catchUp()
  context.tabs.tell({ kind: 'pulled' })
}

async function pushAndPull(context: SyncContext, seams: RoundSeams): Promise<RoundEnd> {
  const accountId = await seams.readAccountId()
  if (accountId !== context.identity.accountId) return { ...wentWell, problem: 'signedOut' }
  let pushEnd = wentWell
  let brought: BroughtPull | null = null
  try {
    brought = await pushAll(context, !(await seams.isLocked()))
  } catch (error) {
    pushEnd = endBy(error)
    // With the server unreachable or the account signed out, a pull would fail the same way.
    if (pushEnd.problem !== 'intermediary' && pushEnd.problem !== 'serverBusy') throw error
  }
  if (!(await seams.isLocked()) && (await pullAll(context, brought))) {
    await pushAll(context)
    await pullAll(context)
  }
  await handInSealed(context)
  // A missing key does not fail the round; a later round asks for it again.
  await hearSealKey(context).catch(() => undefined)
  return pushEnd
}
