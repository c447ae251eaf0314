import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { writeIdentity } from '#pwa/device/browser-database.ts'
import { prefetch } from '#pwa/session/prefetch.ts'
import { useSession } from '#pwa/session/session.ts'
import type { User } from '#schema/contract/account.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

const admin = { id: 'a', role: 'super_admin', businessId: null } as User

// The files of a worker share its globals.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('stops prefetching after one question if the server is busy', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await writeIdentity(admin)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('navigator', {})
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response('{"code":"busy"}', { status: 503, headers: { 'Regulars-Api': '1' } })
  })
  useSession.setState({ state: 'signedIn', user: admin, offline: false }, true)
  prefetch(() => [{ name: 'admin.stats' }, { name: 'admin.branding' }, { name: 'admin.stats' }])
  await vi.advanceTimersByTimeAsync(minuteMs)
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(asked).toBe(1)
}, 15_000)
