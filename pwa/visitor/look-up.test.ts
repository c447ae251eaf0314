import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { database } from '#pwa/visitor/database.ts'
import { type LookUpView, lookUpPatienceMs, openLookUp } from '#pwa/visitor/look-up.ts'
import { lookUp, playServer, refusal } from '#tests/support/visitor-answers.ts'

/** A long timeout, for busy machines. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000 })

const ask = 'GET /signup/CAFE'
const found = { status: 200, body: lookUp }
let tab: Record<string, string>
let target: EventTarget
let stop = () => {}

beforeEach(async () => {
  tab = {}
  target = new EventTarget()
  vi.stubGlobal('window', target)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => tab[name] ?? null,
    setItem: (name: string, value: string) => {
      tab[name] = value
    },
  })
  await Promise.all([database.operations.clear(), database.lookUps.clear()])
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** Resolves with the first view other than "loading". */
function open(views: LookUpView[] = []): Promise<LookUpView> {
  return new Promise((resolve) => {
    const opened = openLookUp('CAFE', (view) => {
      views.push(view)
      if (view.state !== 'loading') resolve(view)
    })
    stop = opened.stop
  })
}

test('shows and stores the answer; counts the opening by an id that survives a reload', async () => {
  const asked = playServer({ [ask]: [found] })
  expect(await open()).toEqual({ state: 'found', lookUp, asOf: null })
  await eventually(async () => expect(await database.lookUps.count()).toBe(1))
  stop()
  await open()
  expect(asked[0]?.headers['Scan-Id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(asked[1]?.headers['Scan-Id']).toBe(asked[0]?.headers['Scan-Id'])
})

test('offline, shows the stored look-up and queues the scan once', async () => {
  playServer({ [ask]: [found, 'nobody'] })
  await open()
  await eventually(async () => expect(await database.lookUps.count()).toBe(1))
  stop()
  const view = await open()
  expect(view).toMatchObject({ state: 'found', lookUp })
  expect(view.state === 'found' && view.asOf).toBeGreaterThan(0)
  await eventually(async () => expect(await database.operations.count()).toBe(1))
  stop()
  await open()
  await eventually(async () =>
    expect((await database.operations.toArray()).map((row) => row.name)).toEqual(['signUp.lookUp']),
  )
})

test('does not wait for a slow network', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await database.lookUps.put({ code: 'CAFE', lookUp, fetchedAt: 5 })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const shown = open()
  vi.advanceTimersByTime(lookUpPatienceMs)
  vi.useRealTimers()
  expect(await shown).toEqual({ state: 'found', lookUp, asOf: 5 })
})

test('once online again, refreshes the stored look-up and does not count it again', async () => {
  await database.lookUps.put({ code: 'CAFE', lookUp, fetchedAt: 5 })
  const asked = playServer({ [ask]: ['nobody', found] })
  const views: LookUpView[] = []
  await open(views)
  await eventually(async () => expect(asked.length).toBeGreaterThan(1))
  target.dispatchEvent(new Event('online'))
  await eventually(() => expect(views.at(-1)).toEqual({ state: 'found', lookUp, asOf: null }))
  const refreshes = asked.filter((one) => one.headers['Scan-Refresh'] === '1')
  expect(refreshes).toHaveLength(1)
  expect(refreshes[0]?.headers['Scan-Id']).toBeUndefined()
  expect(new Set(asked.flatMap((one) => one.headers['Scan-Id'] ?? [])).size).toBe(1)
})

test('an unknown code is invalid and deleted; a malformed one is not sent', async () => {
  await database.lookUps.put({ code: 'CAFE', lookUp, fetchedAt: 5 })
  const asked = playServer({ [ask]: [refusal(404, 'code_invalid')] })
  expect(await open()).toEqual({ state: 'invalid' })
  await eventually(async () => expect(await database.lookUps.count()).toBe(0))
  const views: LookUpView[] = []
  openLookUp('no code!', (view) => views.push(view))
  expect(views).toEqual([{ state: 'invalid' }])
  expect(asked).toHaveLength(1)
})

test('a busy server is no verdict on the code', async () => {
  playServer({ [ask]: [refusal(503, 'unavailable')] })
  expect(await open()).toEqual({ state: 'unreachable' })
})

test('counts a page that came with its look-up, and keeps showing it without an answer', async () => {
  const asked = playServer({ [ask]: ['nobody'] })
  const views: LookUpView[] = []
  stop = openLookUp('CAFE', (view) => views.push(view), true).stop
  await eventually(async () =>
    expect((await database.operations.toArray()).map((row) => row.name)).toEqual(['signUp.lookUp']),
  )
  expect(views).toEqual([])
  expect(asked[0]?.headers['Scan-Id']).toMatch(/^[0-9a-f-]{36}$/)
})
