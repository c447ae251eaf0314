/**
 * Background Sync: one round from the service worker when the browser is online and no window is
 * open.
 */
import 'fake-indexeddb/auto'
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { writeIdentity } from '#pwa/device/browser-database.ts'
import { askForBackgroundSync, deviceSyncTag, syncInBackground } from '#pwa/sync/background-sync.ts'
import { createDevice } from '#pwa/sync/create-device.ts'
import type { User } from '#schema/contract/account.ts'
import { accountId, businessId } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

afterEach(() => vi.unstubAllGlobals())

test('saving work registers the tag that the worker listens for', async () => {
  const tags: string[] = []
  const register = async (tag: string) => tags.push(tag)
  const registration = { sync: { register }, periodicSync: { register } }
  const workers = { getRegistration: async () => registration }
  await askForBackgroundSync(workers as never)
  expect(tags).toEqual([deviceSyncTag, deviceSyncTag])
  // Safari and Firefox, a private window, a worker without permission.
  await askForBackgroundSync({ getRegistration: async () => ({}) } as never)
  await askForBackgroundSync(undefined)
  const mayNot = { register: () => Promise.reject(new Error('not allowed')) }
  const refused = { sync: mayNot, periodicSync: mayNot }
  await askForBackgroundSync({ getRegistration: async () => refused } as never)
})

test('the worker sends waiting work, and asks to be woken again if the server cannot be reached', async () => {
  const server = new PretendServer()
  let isOnline = false
  vi.stubGlobal('navigator', { locks: null })
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    isOnline ? server.fetch(input, init) : Promise.reject(new TypeError('offline')),
  )
  // Does nothing while no one is signed in.
  await syncInBackground()
  const user = { id: accountId, businessId, role: 'business_admin' } as User
  await writeIdentity(user)
  const identity = { accountId, businessId, view: 'owner' as const }
  const window = createDevice({ identity, readAccountId: async () => accountId })
  await window.ready
  const { operationId } = await window.perform('purchase.record', {
    purchaseId: v7(),
    memberId: v7(),
    amount: '12.50',
  })
  window.close()
  await expect(syncInBackground()).rejects.toThrow('noAnswer')
  isOnline = true
  await syncInBackground()
  expect(server.effects.get(operationId)).toBe(1)
})
