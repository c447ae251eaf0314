import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { abortWhenLeft } from './abort-when-left.ts'
import { isHandleLost } from './storage-reason.ts'

const left = (persisted: boolean) => Object.assign(new Event('pagehide'), { persisted })

function openTwice() {
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange }
  const page = new EventTarget()
  const open = () => {
    const database = new Dexie('rows', storage)
    database.version(1).stores({ rows: 'id' })
    return database
  }
  const kept = open()
  abortWhenLeft(kept, page)
  return { page, kept, other: open() }
}

/** Puts a row and keeps its transaction open until it is released. */
function putAndStay(database: Dexie) {
  const rows = database.table('rows')
  let stays = true
  let began = () => {}
  const begun = new Promise<void>((resolve) => {
    began = resolve
  })
  const done = database.transaction('rw', rows, async () => {
    await rows.put({ id: 'half' })
    began()
    while (stays) await rows.count()
  })
  return {
    begun,
    done,
    letGo() {
      stays = false
    },
  }
}

test('a page kept for Back aborts its transaction, and another tab can write', async () => {
  const { page, kept, other } = openTwice()
  const { begun, letGo, done } = putAndStay(kept)
  const failed = done.then(
    () => undefined,
    (error: unknown) => error,
  )
  await begun
  page.dispatchEvent(left(true))
  await other.table('rows').put({ id: 'whole' })
  letGo()
  // The page repeats the aborted work if the person comes back to it.
  expect(isHandleLost(await failed)).toBe(true)
  expect(await other.table('rows').toCollection().primaryKeys()).toEqual(['whole'])
})

test('a page that ends is left to the browser, and finished work stays', async () => {
  const { page, kept, other } = openTwice()
  await kept.table('rows').put({ id: 'finished' })
  const { begun, letGo, done } = putAndStay(kept)
  await begun
  page.dispatchEvent(left(false))
  letGo()
  await done
  page.dispatchEvent(left(true))
  expect(await other.table('rows').toCollection().primaryKeys()).toEqual(['finished', 'half'])
})
