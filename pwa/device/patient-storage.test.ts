import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrowserDatabase, readIdentity } from './browser-database.ts'
import { patientStorage } from './patient-storage.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A factory whose requests neither open nor fail until a test makes them. */
class SilentFactory extends IDBFactory {
  readonly asked: IDBOpenDBRequest[] = []
  override open() {
    const request = new EventTarget() as IDBOpenDBRequest
    this.asked.push(request)
    return request as never
  }
}

test('an opening without an answer fails after a few seconds, and so do later reads', async () => {
  const indexedDB = new SilentFactory()
  const database = new BrowserDatabase({ indexedDB: indexedDB as never, IDBKeyRange })
  const failed = readIdentity(database).then(
    () => 'read',
    (error: Error) => error.name,
  )
  await vi.waitFor(() => expect(indexedDB.asked).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await failed).toBe('DatabaseClosedError')
  await expect(readIdentity(database)).rejects.toThrow()
})

test('closes a connection that opens too late, and aborts an upgrade that starts too late', async () => {
  const indexedDB = new SilentFactory()
  const { indexedDB: patient } = patientStorage({ indexedDB: indexedDB as never, IDBKeyRange })
  const request = patient?.open('late', 1)
  let heard = ''
  if (request) {
    request.onerror = (event) => {
      heard += (event.target as IDBOpenDBRequest).error?.name
    }
    request.onsuccess = () => {
      heard += ' success'
    }
    request.onupgradeneeded = () => {
      heard += ' upgrade'
    }
  }
  await vi.advanceTimersByTimeAsync(6_000)
  expect(heard).toBe('TimeoutError')
  const close = vi.fn()
  const abort = vi.fn()
  const [late] = indexedDB.asked
  Object.assign(late ?? {}, { result: { close }, transaction: { abort } })
  late?.onupgradeneeded?.(new Event('upgradeneeded') as IDBVersionChangeEvent)
  late?.onsuccess?.(new Event('success'))
  expect([heard, close.mock.calls.length, abort.mock.calls.length]).toEqual(['TimeoutError', 1, 1])
})

test('leaves an opening that answers in time alone', async () => {
  const database = new BrowserDatabase({ indexedDB: new IDBFactory() as never, IDBKeyRange })
  vi.useRealTimers()
  expect(await readIdentity(database)).toBe(null)
})
