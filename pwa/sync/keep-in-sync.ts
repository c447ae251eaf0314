/**
 * Keeps a window's device in sync: runs a round at the start, after every operation, at a poke,
 * when the network comes back, when the page becomes visible, and on a timer. After a failure the
 * timer backs off with jitter; an event or a person resets it. An event only ever means "try".
 */
import {
  askToPersist,
  isRoomShort,
  readStorageHealth,
  type StorageSeam,
} from '#pwa/device/storage.ts'
import { deviceBackOffMs } from '#pwa/queue/back-off.ts'
import { type ChanceSeams, onChanceToSend } from '#pwa/queue/chance-to-send.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { listenForPokes } from '#pwa/sync/pokes.ts'
import type { Locks } from '#pwa/sync/run-sync.ts'
import { onWorkChange } from '#pwa/sync/staff-claim.ts'
import { endBy, type RoundEnd } from '#pwa/sync/sync-problem.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

/** Polls after this long without a poke. */
const quietMs = minuteMs
/**
 * Another tab is running the round; check again soon in case it is frozen and work is waiting here.
 */
const elsewhereMs = 1_000

export interface WindowSeams extends ChanceSeams {
  locks: Locks | null
  fetch: typeof fetch
  storage: StorageSeam | undefined
}

export interface Syncing {
  /** For the retry button. */
  tryNow: () => void
  stop: () => void
}

export function keepInSync(device: Device, seams: WindowSeams): Syncing {
  const { context, status } = device
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const stopped = new AbortController()
  let waitsForTurn = false

  async function round() {
    const end = await device.sync().catch(endBy)
    if (!stopped.signal.aborted) plan(end)
  }

  function plan(end: RoundEnd) {
    clearTimeout(timer)
    // After a successful round the account may listen again.
    if (end.problem === null && !end.elsewhere) void pokes.listen()
    failures = end.problem === null ? 0 : failures + 1
    if (end.elsewhere) void takeTurn()
    const delayMs = delayAfter(end, failures, device)
    const retryAt = end.problem === null ? null : new Date(context.now() + delayMs).toISOString()
    status.setState({ retryAt })
    timer = setTimeout(() => void round(), delayMs)
  }

  /**
   * The other tab's round may have read the server before our latest news: run one after it ends.
   */
  async function takeTurn() {
    if (waitsForTurn) return
    waitsForTurn = true
    const isFree = await device.othersEnded(stopped.signal).then(
      () => true,
      () => false,
    )
    waitsForTurn = false
    if (isFree) await round()
  }

  function tryNow() {
    failures = 0
    void round()
  }

  /** A round under way may bring the version: a push is answered after its own poke. */
  async function hearPoke(version: number | null) {
    if (version !== null) await device.idle()
    if (version === null || version > (context.loader?.version ?? -1)) await round()
  }

  const pokes = openPokes(device, seams, stopped.signal, (version) => void hearPoke(version))
  void pokes.listen()
  const stops = [
    onChanceToSend(tryNow, seams),
    pokes.pause,
    // A till was locked or unlocked in this window.
    onWorkChange(() => {
      pokes.pause()
      tryNow()
    }),
    watchStorage(device, seams.storage),
    device.onAsked(() => void round()),
  ]
  tryNow()

  return {
    tryNow,
    stop: () => {
      stopped.abort()
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

function delayAfter(end: RoundEnd, failures: number, { context, status }: Device): number {
  const jitterMs = context.random() * 1_000
  if (end.elsewhere) return (status.getState().pendingCount > 0 ? elsewhereMs : quietMs) + jitterMs
  if (end.problem === null) return quietMs + jitterMs * 10
  // Asking again changes nothing until someone signs in or an event resets the timer.
  if (end.problem === 'signedOut' || end.problem === 'notAllowed') return quietMs * 5
  return Math.max(end.retryAfterMs ?? 0, deviceBackOffMs(failures, context.random))
}

/** Hears pokes from `listen` until `pause`, or until the server refuses the session. */
function openPokes(
  device: Device,
  seams: WindowSeams,
  stopped: AbortSignal,
  onPoke: (version: number | null) => void,
) {
  const { context, identity } = device
  let close: (() => void) | null = null
  const open = () =>
    listenForPokes({
      lockName: `${context.door.database.name}-pokes`,
      locks: seams.locks,
      accountId: identity.accountId,
      fetch: seams.fetch,
      random: context.random,
      onPoke,
      onRefused: (refusedWith) => {
        if (refusedWith !== 401 && refusedWith !== 403) return true
        close = null
        return false
      },
    })
  return {
    async listen() {
      if (close || (await device.isLocked()) || stopped.aborted) return
      close ??= open()
    },
    pause() {
      close?.()
      close = null
    },
  }
}

/** Asks for persistent storage at the first operation, and checks the free space regularly. */
function watchStorage(device: Device, storage: StorageSeam | undefined): () => void {
  let isAsked = false
  const look = async () => {
    const health = await readStorageHealth(storage)
    device.status.setState({ storage: { ...health, short: isRoomShort(health) } })
  }
  void look()
  const timer = setInterval(() => void look(), 10 * quietMs)
  const stopAsked = device.onAsked(() => {
    if (isAsked) return
    isAsked = true
    void askToPersist(storage).then(look)
  })
  return () => {
    clearInterval(timer)
    stopAsked()
  }
}
