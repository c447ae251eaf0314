/**
 * One round: hand in everything, then pull to the end. Requests that come while a round runs become
 * one more round. A Web Lock keeps tabs from doing the same work twice; it is never the guarantee,
 * and a tab that was frozen with it is passed after a while (docs/sync-protocol.md).
 */
import { clearRows } from '#pwa/device/wipe.ts'
import { pullAll } from '#pwa/sync/pull.ts'
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

/** A round of another tab that was silent for longer than any of its requests may take is dead. */
const silenceMaxMs = 45_000

export interface Rounds {
  /** Resolves when a round that started after this call has ended. */
  request: () => Promise<RoundEnd>
  /** Resolves when nobody holds the round; however the one who did has ended. */
  othersEnded: (stopped: AbortSignal) => Promise<void>
}

export interface RoundSeams {
  locks: Locks | null
  /** Who is signed in now; a device of somebody else does nothing (docs/sync-protocol.md). */
  readAccountId: () => Promise<string | null>
  /** Of a till that nobody has unlocked: it hands in, and reads nothing. */
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
    // The first refusal starts the clock: a living tab speaks with every request it sends.
    if (heardAt === Number.NEGATIVE_INFINITY) {
      heardAt = context.now()
      return { ...wentWell, elsewhere: true }
    }
    return runRound(context, seams)
  }

  return {
    request,
    othersEnded: async (stopped) => {
      await seams.locks?.request(lockName, { signal: stopped }, async () => undefined)
    },
  }
}

async function runRound(context: SyncContext, seams: RoundSeams): Promise<RoundEnd> {
  const tell = (running: boolean, end: RoundEnd | null) => {
    // A tab that died while it was sending left its rows shown as sending.
    context.mirror.setSending([])
    context.status.setState({ syncing: running, ...(end ? { problem: end.problem } : {}) })
    context.tabs.tell({ kind: 'round', running, sending: [], problem: end?.problem ?? null })
  }
  tell(true, null)
  const end = await pushAndPull(context, seams).catch(endBy)
  if (end.problem === 'pushOnly') await hideRows(context).catch(() => undefined)
  tell(false, end)
  return end
}

/** Rights were withdrawn: what the device knew of the business goes at once. */
async function hideRows(context: SyncContext) {
  await context.door.within(clearRows)
  await context.loader?.catchUp()
  context.tabs.tell({ kind: 'pulled' })
}

async function pushAndPull(context: SyncContext, seams: RoundSeams): Promise<RoundEnd> {
  const accountId = await seams.readAccountId()
  if (accountId !== context.identity.accountId) return { ...wentWell, problem: 'signedOut' }
  let pushEnd = wentWell
  try {
    await pushAll(context)
  } catch (error) {
    pushEnd = endBy(error)
    // Nobody there, or nobody signed in: a pull would meet the same.
    if (pushEnd.problem !== 'intermediary' && pushEnd.problem !== 'serverBusy') throw error
  }
  if (!(await seams.isLocked()) && (await pullAll(context))) {
    await pushAll(context)
    await pullAll(context)
  }
  await handInSealed(context)
  // Not heard today, heard another day: no reason to call the round a failure.
  await hearSealKey(context).catch(() => undefined)
  return pushEnd
}
