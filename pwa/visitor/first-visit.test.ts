/**
 * A visitor's first look at a sign-up page: the page does not load storage for it, and loses
 * nothing.
 */
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookUp, playServer } from '#tests/support/visitor-answers.ts'

const ask = 'GET /signup/CAFE'
const found = { status: 200, body: lookUp }
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000 })
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)
let page: EventTarget
let stop = () => {}

beforeEach(() => {
  // Modules keep state per window, so each test loads them again.
  vi.resetModules()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' })
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {} })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

async function open(navigator: object) {
  vi.stubGlobal('navigator', navigator)
  const asked = playServer({ [ask]: [found] })
  const { openLookUp } = await import('#pwa/visitor/look-up.ts')
  stop = openLookUp('CAFE', () => {}, true).stop
  await eventually(() => expect(asked).toHaveLength(1))
}

test('the worker stores the look-up, and the page opens no storage', async () => {
  const told: unknown[] = []
  const active = { postMessage: (message: unknown) => told.push(message) }
  await open({ serviceWorker: { ready: Promise.resolve({ active }) } })
  await eventually(() => expect(told).toEqual([{ type: 'KEEP_LOOK_UP', code: 'CAFE', lookUp }]))
  expect(await databases()).toEqual([])
})

test('without a worker the page stores it, once it is touched', async () => {
  await open({})
  const { whenIdle, storageMoment } = await import('#pwa/visitor/when-idle.ts')
  let isLoaded = false
  void storageMoment().then(() => {
    isLoaded = true
  })
  await whenIdle()
  // Lets pending work finish.
  await new Promise(setImmediate)
  expect(await databases()).toEqual([])
  expect(isLoaded).toBe(false)
  page.dispatchEvent(new Event('pointerdown'))
  await eventually(async () => expect(await databases()).toEqual(['regulars-visitor']))
})

test('loads storage without a touch if an earlier visit left data', async () => {
  const { storageMoment } = await import('#pwa/visitor/when-idle.ts')
  await new Promise((opened) => {
    indexedDB.open('regulars-visitor').onsuccess = opened
  })
  await expect(storageMoment()).resolves.toBeUndefined()
})
