/**
 * The browser clears a phone's or kiosk's storage before its sign-ups were sent: the next window
 * says how many there were. The cookie survives; a jar replaces `document.cookie`.
 */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { database } from '#pwa/visitor/database.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import { hasEarlierStorage } from '#pwa/visitor/earlier-storage.ts'
import { dismissEvicted, keepSignUpHint, readEvicted } from '#pwa/visitor/evicted.ts'
import { readKioskWork } from '#pwa/visitor/kiosk-work.ts'
import { saveSignUp } from '#pwa/visitor/save-sign-up.ts'
import { CookieJar } from '#tests/support/cookie-jar.ts'
import { payload, playServer, welcome } from '#tests/support/visitor-answers.ts'

let jar: CookieJar
let close = () => {}
const hints = (...unsent: number[]) =>
  unsent.map((count) => expect.stringMatching(new RegExp(`^[0-9a-f-]{36}\\.${count}$`)))
const openWindow = () => {
  close = keepSignUpHint(jar, true)
}
const signUp = (count: number, atKiosk = true) =>
  Promise.all(Array.from({ length: count }, () => saveSignUp('CAFE', payload, undefined, atKiosk)))
const answers = (count: number) =>
  playServer({
    'POST /api/signup/CAFE': Array.from({ length: count }, () => ({ status: 201, body: welcome })),
  })
async function evict() {
  await database.delete()
  await database.open()
}

beforeEach(async () => {
  await database.open()
  jar = new CookieJar()
  vi.stubGlobal('navigator', { userAgent: 'test', language: 'en', platform: 'Linux' })
  vi.stubGlobal('screen', { width: 1024, height: 768 })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {} })
  vi.stubGlobal('document', jar)
})
afterEach(async () => {
  close()
  vi.unstubAllGlobals()
  await database.delete()
})

test('counts what a kiosk has not sent, and says after an eviction that it was cleared', async () => {
  openWindow()
  await signUp(5)
  await expect.poll(() => jar.hints).toEqual(hints(5))
  expect((await readKioskWork()).evicted).toBe(0)
  close()
  await evict()
  // Any page of ours looks, although there is no database.
  expect(await hasEarlierStorage()).toBe(true)
  openWindow()
  await expect.poll(readKioskWork).toMatchObject({ evicted: 5, waiting: 0 })
  await expect.poll(() => jar.hints).toEqual([])

  // It stays until a person dismisses it, and counts nothing twice.
  await signUp(1)
  await expect.poll(() => jar.hints).toEqual(hints(1))
  close()
  openWindow()
  await expect.poll(readKioskWork).toMatchObject({ evicted: 5, waiting: 1 })
  await dismissEvicted()
  expect(await readEvicted()).toBe(0)
})

test('says it on a phone after the service worker created the database again', async () => {
  openWindow()
  await signUp(1, false)
  await expect.poll(() => jar.hints).toEqual(hints(1))
  close()
  await database.delete()
  await database.open()
  await drainOutbox()
  expect(await readEvicted()).toBe(0)
  openWindow()
  await expect.poll(readEvicted).toBe(1)
})

test('counts no sign-up that the server holds', async () => {
  openWindow()
  await signUp(2)
  await expect.poll(() => jar.hints).toEqual(hints(2))
  const held = { status: 202, body: { code: 'parked' } }
  playServer({ 'POST /api/signup/CAFE': [held, { status: 503, body: { code: 'busy' } }] })
  await drainOutbox()
  expect(await readKioskWork()).toMatchObject({ waiting: 2 })
  await expect.poll(() => jar.hints).toEqual(hints(1))
})

test('says it when the database is deleted under an open window', async () => {
  openWindow()
  await signUp(2)
  await expect.poll(() => jar.hints).toEqual(hints(2))
  await evict()
  await signUp(1)
  await expect.poll(readKioskWork).toMatchObject({ evicted: 2, waiting: 1 })
  await expect.poll(() => jar.hints).toEqual(hints(1))
})

test('removes the cookie once all are sent, and calls no sent sign-up cleared', async () => {
  openWindow()
  await signUp(2)
  await expect.poll(() => jar.hints).toEqual(hints(2))
  answers(2)
  await drainOutbox()
  await expect.poll(() => jar.hints).toEqual([])
  // The worker sends the next one while no window is open.
  await signUp(1)
  await expect.poll(() => jar.hints).toEqual(hints(1))
  close()
  answers(1)
  await drainOutbox()
  expect(jar.hints).toEqual(hints(1))
  openWindow()
  await expect.poll(() => jar.hints).toEqual([])
  expect(await readEvicted()).toBe(0)
})

test('writes no cookie for a visitor who has nothing to send', async () => {
  openWindow()
  await vi.waitFor(async () => expect(await database.meta.count()).toBe(0))
  expect([jar.hints, await readEvicted()]).toEqual([[], 0])
})
