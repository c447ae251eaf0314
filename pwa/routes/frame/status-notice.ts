/** Reasons why this device's work isn't syncing, the worst first, with actions for the person. */
import { countUnsent, type SyncProblem, type SyncStatus } from '#pwa/loyalty/sync-status.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import type { BannerTone } from '#pwa/ui/banner.tsx'
import type { Connection } from './connection.ts'

export interface StatusNotice {
  tone: BannerTone
  sentence: string
  actions: readonly NoticeAction[]
}

/** An app on the home screen has no browser button for reloading. */
export type NoticeAction = 'retry' | 'reload' | 'export' | 'signIn'

export function statusNoticeOf(status: SyncStatus, connection: Connection): StatusNotice | null {
  if (connection === 'signingOut') return null
  if (connection === 'signedOut') {
    const sentence = businessTexts.sessionExpired(countUnsent(status))
    return { tone: 'warning', sentence, actions: ['signIn'] }
  }
  if (status.problem === 'intermediary') {
    const sentence = businessTexts.intermediary(countUnsent(status))
    return { tone: 'warning', sentence, actions: ['retry', 'export'] }
  }
  if (connection === 'offline') {
    return { tone: 'offline', sentence: offlineSentence(status), actions: ['retry'] }
  }
  if (status.problem === 'deviceFull' || status.storage.short) {
    return { tone: 'danger', sentence: businessTexts.deviceFull, actions: [] }
  }
  if (status.mustUpdate) {
    return { tone: 'warning', sentence: businessTexts.updateRequired, actions: ['reload'] }
  }
  const notice = status.problem && databaseNotices()[status.problem]
  if (notice) return notice
  if (status.missing > 0) {
    return { tone: 'danger', sentence: businessTexts.missing(status.missing), actions: [] }
  }
  return null
}

/** Until the outbox has been read, the sentence claims nothing about it. */
function offlineSentence(status: SyncStatus): string {
  const unsent = countUnsent(status)
  if (unsent > 0) return businessTexts.offlineSaved(unsent)
  return status.ready && status.whole ? businessTexts.offlineSynced : businessTexts.offlineUnknown
}

function databaseNotices(): Partial<Record<SyncProblem, StatusNotice>> {
  return {
    databaseNewer: {
      tone: 'danger',
      sentence: businessTexts.databaseNewer,
      actions: ['reload', 'export'],
    },
    databaseFailed: {
      tone: 'danger',
      sentence: businessTexts.databaseFailed,
      actions: ['reload', 'export'],
    },
    databaseOutdated: {
      tone: 'warning',
      sentence: businessTexts.databaseOutdated,
      actions: ['reload'],
    },
    databaseBlocked: {
      tone: 'warning',
      sentence: businessTexts.databaseBlocked,
      actions: ['reload'],
    },
  }
}
