/** With the session go the logos of the business that somebody works for. */
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { clearIdentity } from '#pwa/device/browser-database.ts'

afterEach(() => vi.unstubAllGlobals())

test('the end of a session forgets kept logos, and leaves the app’s files', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', {
    delete: async (name: string) => {
      deleted.push(name)
      return true
    },
  })
  await clearIdentity()
  expect(deleted).toEqual(['logos'])
})

test('a browser without caches, or that refuses, ends the session all the same', async () => {
  await clearIdentity()
  vi.stubGlobal('caches', { delete: () => Promise.reject(new Error('SecurityError')) })
  await clearIdentity()
})
