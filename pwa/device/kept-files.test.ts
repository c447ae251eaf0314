/** The end of a session also deletes cached logos. */
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import {
  clearIdentity,
  closeIdentity,
  endIdentity,
  writeIdentity,
} from '#pwa/device/browser-database.ts'
import type { User } from '#schema/contract/account.ts'

afterEach(() => vi.unstubAllGlobals())

test('the end of a session deletes cached logos and keeps the app’s files', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', {
    delete: async (name: string) => {
      deleted.push(name)
      return true
    },
  })
  await clearIdentity()
  expect(deleted).toEqual(['logos'])
  const user = { id: 'a', role: 'staff' } as User
  for (const end of [endIdentity, closeIdentity]) {
    await writeIdentity(user)
    deleted.length = 0
    await end()
    expect(deleted).toEqual(['logos'])
    // Without a session, a customer's card keeps its logo.
    await end()
    expect(deleted).toEqual(['logos'])
    await clearIdentity()
  }
})

test('the session ends even if the browser has no caches or refuses to delete them', async () => {
  await clearIdentity()
  vi.stubGlobal('caches', { delete: () => Promise.reject(new Error('SecurityError')) })
  await clearIdentity()
})
