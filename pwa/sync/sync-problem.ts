/** Why a round ended early, in the words of the status; what nobody expects is a fault of ours. */
import { CallRefused, IntermediaryRefused, NoAnswer } from '#pwa/api/request.ts'
import { DeviceClosed, DeviceUnopened } from '#pwa/device/storage-error.ts'
import { isDeviceFull } from '#pwa/device/storage-reason.ts'
import type { SyncProblem } from '#pwa/sync/sync-status.ts'

export interface RoundEnd {
  problem: SyncProblem | null
  /** The server asked for this much patience. */
  retryAfterMs: number | null
  /** Another tab has the round; nothing was done here. */
  elsewhere: boolean
}

export const wentWell: RoundEnd = { problem: null, retryAfterMs: null, elsewhere: false }

export function endBy(error: unknown): RoundEnd {
  return {
    problem: problemOf(error),
    retryAfterMs:
      error instanceof CallRefused && error.problem.retryAfterSeconds !== undefined
        ? error.problem.retryAfterSeconds * 1000
        : null,
    elsewhere: false,
  }
}

/** Another try may get through, without anybody doing anything. */
export function isTemporary(problem: SyncProblem | null): boolean {
  return problem === 'noAnswer' || problem === 'intermediary' || problem === 'serverBusy'
}

function problemOf(error: unknown): SyncProblem | null {
  if (error instanceof IntermediaryRefused) return 'intermediary'
  if (error instanceof NoAnswer) return 'noAnswer'
  if (error instanceof DeviceClosed) return 'signedOut'
  if (error instanceof DeviceUnopened) return 'databaseFailed'
  if (isDeviceFull(error)) return 'deviceFull'
  if (!(error instanceof CallRefused)) return 'failed'
  if (error.status === 401) return 'signedOut'
  if (error.code === 'push_only') return 'pushOnly'
  // Somebody unlocks it, and it reads on.
  if (error.code === 'till_locked') return null
  if (error.status === 403) return 'notAllowed'
  if (error.status === 429 || error.status >= 500) return 'serverBusy'
  return 'failed'
}
