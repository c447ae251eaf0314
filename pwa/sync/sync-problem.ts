/** Maps the error that ended a round to a status; an unexpected error is a bug of ours. */
import { CallRefused, IntermediaryRefused, NoAnswer } from '#pwa/api/request.ts'
import { DeviceClosed, DeviceUnopened } from '#pwa/device/storage-error.ts'
import { isDeviceFull } from '#pwa/device/storage-reason.ts'
import type { SyncProblem } from '#pwa/sync/sync-status.ts'

export interface RoundEnd {
  problem: SyncProblem | null
  /** The delay that the server asked for. */
  retryAfterMs: number | null
  /** Another tab is running the round; this one did nothing. */
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

/** Whether a retry may succeed without anyone doing anything. */
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
  if (error.code === 'device_revoked') return 'ended'
  if (error.status === 401) return 'signedOut'
  // Pulling resumes when someone unlocks the till.
  if (error.code === 'till_locked') return null
  if (error.status === 403) return 'notAllowed'
  if (error.status === 429 || error.status >= 500) return 'serverBusy'
  return 'failed'
}
