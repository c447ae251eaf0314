/** What keeps this device's work from moving, worst first, and what the person can do about it. */
import type { SyncProblem, SyncStatus } from '#pwa/loyalty/sync-status.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import type { BannerTone } from '#pwa/ui/banner.tsx'
import type { Connection } from './connection.ts'

export interface StatusNotice {
  tone: BannerTone
  sentence: string
  action?: 'retry' | 'export' | 'signIn'
}

export function statusNoticeOf(status: SyncStatus, connection: Connection): StatusNotice | null {
  if (connection === 'signedOut') {
    const sentence = businessTexts.sessionExpired(status.pendingCount)
    return { tone: 'warning', sentence, action: 'signIn' }
  }
  if (connection === 'offline') {
    return { tone: 'offline', sentence: offlineSentence(status), action: 'retry' }
  }
  if (status.problem === 'deviceFull' || status.storage.short) {
    return { tone: 'danger', sentence: businessTexts.deviceFull }
  }
  if (status.mustUpdate) return { tone: 'warning', sentence: businessTexts.updateRequired }
  const notice = status.problem && databaseNotices()[status.problem]
  if (notice) return notice
  if (status.missing > 0) {
    return { tone: 'danger', sentence: businessTexts.missing(status.missing) }
  }
  return null
}

/** Before the outbox was read nothing is claimed about what it holds. */
function offlineSentence({ ready, pendingCount, whole }: SyncStatus): string {
  if (pendingCount > 0) return businessTexts.offlineSaved(pendingCount)
  return ready && whole ? businessTexts.offlineSynced : businessTexts.offlineUnknown
}

function databaseNotices(): Partial<Record<SyncProblem, StatusNotice>> {
  return {
    databaseNewer: { tone: 'danger', sentence: businessTexts.databaseNewer, action: 'export' },
    databaseFailed: { tone: 'danger', sentence: businessTexts.databaseFailed, action: 'export' },
    databaseOutdated: { tone: 'warning', sentence: businessTexts.databaseOutdated },
    databaseBlocked: { tone: 'warning', sentence: businessTexts.databaseBlocked },
  }
}
