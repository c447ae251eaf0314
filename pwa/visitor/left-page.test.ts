/**
 * Safari keeps a left page for Back and aborts its writes; the page repeats them when it comes
 * back.
 */
import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'

test('a sign-up that was being saved when the page was left is saved when the person comes back', async () => {
  const leave: ((event: Event) => void)[] = []
  vi.stubGlobal('addEventListener', (name: string, listener: (event: Event) => void) => {
    if (name === 'pagehide') leave.push(listener)
  })
  const { database } = await import('#pwa/visitor/database.ts')
  const { addRow } = await import('#pwa/visitor/outbox.ts')
  vi.unstubAllGlobals()
  await database.open()
  let isLeft = false
  database.operations.hook('creating', () => {
    if (isLeft) return
    isLeft = true
    for (const hear of leave) hear(Object.assign(new Event('pagehide'), { persisted: true }))
  })
  await addRow({ name: 'signUp.lookUp', operationId: 'one', code: 'code' })
  expect(isLeft).toBe(true)
  expect(await database.operations.count()).toBe(1)
})
