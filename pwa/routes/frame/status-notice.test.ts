import { expect, test } from 'vitest'
import { createSyncStatus, type SyncStatus } from '#pwa/sync/sync-status.ts'
import { statusNoticeOf } from './status-notice.ts'

const healthy = createSyncStatus().getState()
const troubles: Partial<SyncStatus>[] = [
  { mustUpdate: true },
  { missing: 2 },
  { problem: 'deviceFull' },
  { problem: 'databaseNewer' },
  { problem: 'databaseFailed' },
  { problem: 'databaseOutdated' },
  { problem: 'databaseBlocked' },
]

test('offers a reload button exactly if the notice asks for a reload', () => {
  const notices = troubles.map((trouble) => statusNoticeOf({ ...healthy, ...trouble }, 'reachable'))
  const asking = notices.filter((notice) => notice?.sentence.toLowerCase().includes('reload'))
  expect(asking).toHaveLength(5)
  for (const notice of notices) {
    expect(notice?.actions.includes('reload')).toBe(asking.includes(notice))
  }
})

test('reports a blocking intermediary even if the session is a remembered one', () => {
  const refused = { ...healthy, problem: 'intermediary' as const, pendingCount: 4 }
  for (const connection of ['reachable', 'offline'] as const) {
    const notice = statusNoticeOf(refused, connection)
    expect(notice?.sentence).toContain('Something between this device and our server')
    expect(notice?.sentence).toContain('4 changes are saved on this device')
    expect(notice?.actions).toContain('retry')
  }
})

test('counts another person’s unsent work while offline', () => {
  const known = { ...healthy, ready: true, whole: true }
  expect(statusNoticeOf(known, 'offline')?.sentence).toContain('Everything so far is synced')
  const left = statusNoticeOf({ ...known, pendingCount: 1, sealedCount: 2 }, 'offline')
  expect(left?.sentence).toContain('3 changes are saved on this device')
})

test('counts another person’s unsent work after the session has expired', () => {
  const left = { ...healthy, pendingCount: 1, sealedCount: 2 }
  expect(statusNoticeOf(left, 'signedOut')?.sentence).toContain('3 changes')
})
