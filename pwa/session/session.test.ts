import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#pwa/api/call.ts'
import {
  browserDatabase,
  clearIdentity,
  forgetClosedIdentity,
  keepSeen,
  readClosedIdentities,
  readIdentity,
  writeIdentity,
} from '#pwa/device/browser-database.ts'
import { homeAddress } from '#pwa/session/home-address.ts'
import { deferSignOut, isSignOutPending } from '#pwa/session/pending-sign-out.ts'
import { refreshSession, startSession, userChanged, useSession } from '#pwa/session/session.ts'
import type { User } from '#schema/contract/account.ts'

/** A long timeout, for busy machines. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000 })

const owner = { id: 'a', role: 'business_admin', firstName: 'Olive' } as User

beforeEach(async () => {
  await clearIdentity()
  useSession.setState({ state: 'loading' }, true)
  vi.stubGlobal('window', new EventTarget())
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

function answer(status: number, body: unknown) {
  const response = () =>
    new Response(JSON.stringify(body), { status, headers: { 'Regulars-Api': '1' } })
  vi.stubGlobal('fetch', async () => response())
}
const told = (user: User | null) => JSON.stringify({ user, endedBecause: null })
function answerSession(user: User | null, endedBecause: string | null = null) {
  answer(200, { user, endedBecause })
}
function nobodyAnswers() {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
}

test('signs in and remembers the user that the server names', async () => {
  answerSession(owner)
  expect(await refreshSession()).toEqual({ state: 'signedIn', user: owner, offline: false })
  expect(await readIdentity()).toEqual(owner)
})

test('no answer is not a sign-out: the remembered user continues, marked offline', async () => {
  await writeIdentity(owner)
  nobodyAnswers()
  expect(await refreshSession()).toEqual({ state: 'signedIn', user: owner, offline: true })
})

test('any answer of the server ends the offline state, without a browser event', async () => {
  await writeIdentity(owner)
  nobodyAnswers()
  await startSession()
  expect(useSession.getState()).toMatchObject({ offline: true })
  answerSession(owner)
  await call('auth.profile')
  expect(useSession.getState()).toMatchObject({ state: 'signedIn', offline: false })
})

test('a broken server is not a sign-out either', async () => {
  await writeIdentity(owner)
  answer(503, { code: 'unavailable', message: 'Busy' })
  expect(await refreshSession()).toMatchObject({ state: 'signedIn', offline: true })
})

test('deletes cached answers of one user when another signs in', async () => {
  await writeIdentity(owner)
  await keepSeen('a', { key: 'a ["business.audit"]', answer: [], seenAt: '' })
  answerSession({ ...owner, id: 'b' } as User)
  await refreshSession()
  expect(await browserDatabase().lastSeen.count()).toBe(0)
})

test.each([
  [200, owner],
  [401, null],
])(
  'a server rolled back to an earlier version still says who is signed in: %s',
  async (status, user) => {
    await writeIdentity(owner)
    vi.stubGlobal('fetch', async (path: string) => {
      const isKnown = path === '/api/auth/user'
      const body = isKnown && user ? user : { code: isKnown ? 'not_signed_in' : 'not_found' }
      const headers = { 'Regulars-Api': '1' }
      return new Response(JSON.stringify(body), { status: isKnown ? status : 404, headers })
    })
    expect(await refreshSession()).toMatchObject({
      state: user ? 'signedIn' : 'signedOut',
      offline: false,
    })
  },
)

test('the server ends the session, and the identity is deleted', async () => {
  await writeIdentity(owner)
  answerSession(null)
  expect(await refreshSession()).toEqual({ state: 'signedOut', offline: false, isClosed: false })
  expect(await readIdentity()).toBeNull()
})

test('signs out a user whose access was withdrawn, and remembers them until the handover is done', async () => {
  await writeIdentity(owner)
  answerSession(null, 'account_closed')
  expect(await refreshSession()).toEqual({
    state: 'signedOut',
    offline: false,
    isClosed: 'account_closed',
  })
  expect(await readIdentity()).toBeNull()
  expect(await readClosedIdentities()).toEqual([owner])
  await forgetClosedIdentity(owner)
  expect(await readClosedIdentities()).toEqual([])
})

test('a device that is revoked after its session ended still hands over its work', async () => {
  await writeIdentity(owner)
  answerSession(null)
  await refreshSession()
  await refreshSession()
  answerSession(null, 'device_revoked')
  await refreshSession()
  expect(await readClosedIdentities()).toEqual([owner])
  await forgetClosedIdentity(owner)
})

test('hands over no work of an ended session for the next user, nor after a sign-out', async () => {
  await writeIdentity(owner)
  answerSession(null)
  await refreshSession()
  const next = { ...owner, id: 'b' } as User
  answerSession(next)
  await refreshSession()
  answerSession(null, 'device_revoked')
  await refreshSession()
  expect(await readClosedIdentities()).toEqual([next])
  await forgetClosedIdentity(next)

  await writeIdentity(owner)
  await clearIdentity()
  await refreshSession()
  expect(await readClosedIdentities()).toEqual([])
})

test('signs out, instead of loading forever, with no remembered user and no server', async () => {
  nobodyAnswers()
  expect(await refreshSession()).toEqual({ state: 'signedOut', offline: true, isClosed: false })
})

test('marks an owner’s data for handover when the device becomes a till', async () => {
  await writeIdentity(owner)
  const till = { ...owner, id: 't', role: 'staff', till: 'Front counter' } as User
  answerSession(till)
  await refreshSession()
  expect(await readIdentity()).toEqual(till)
  expect(await readClosedIdentities()).toEqual([owner])
  // The same till again is no change.
  await refreshSession()
  expect(await readClosedIdentities()).toEqual([owner])
  await forgetClosedIdentity(owner)
})

test('marks a till’s work for handover when its session ends', async () => {
  const till = { ...owner, id: 't', role: 'staff', till: 'Front counter' } as User
  await writeIdentity(till)
  answerSession(null)
  await refreshSession()
  expect(await readIdentity()).toBeNull()
  expect(await readClosedIdentities()).toEqual([till])
  await forgetClosedIdentity(till)
})

test('the app opens with the remembered user before the server has answered', async () => {
  await writeIdentity(owner)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  void startSession()
  await eventually(() => expect(useSession.getState()).toMatchObject({ state: 'signedIn' }))
})

test('of two requests the later one counts, whichever is answered last', async () => {
  let answerFirst: (response: Response) => void = () => {}
  const late = new Promise<Response>((resolve) => {
    answerFirst = resolve
  })
  const headers = { 'Regulars-Api': '1' }
  vi.stubGlobal('fetch', () => late)
  const first = refreshSession()
  vi.stubGlobal('fetch', async () => new Response(told(owner), { headers }))
  await refreshSession()
  answerFirst(new Response(told(null), { headers }))
  await first
  expect(useSession.getState()).toMatchObject({ state: 'signedIn', user: owner })
  expect(await readIdentity()).toEqual(owner)
})

test('an outdated answer does not undo the user’s change', async () => {
  const admin = { id: 'b', role: 'super_admin', secondFactor: 'needed' } as User
  answerSession(admin)
  await refreshSession()
  let respond = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)))
  const earlier = refreshSession()
  const turningOn = userChanged({ secondFactor: 'on' })
  respond(new Response(told(admin), { headers: { 'Regulars-Api': '1' } }))
  await Promise.all([earlier, turningOn])
  nobodyAnswers()
  expect(await refreshSession()).toMatchObject({ user: { secondFactor: 'on' }, offline: true })
  expect(await readIdentity()).toMatchObject({ secondFactor: 'on' })
})

test('a user who signed out offline stays signed out, and the logout is sent first', async () => {
  await writeIdentity(owner)
  deferSignOut()
  nobodyAnswers()
  expect(await refreshSession()).toEqual({ state: 'signedOut', offline: true, isClosed: false })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const headers = { 'Regulars-Api': '1' }
    if (path === '/api/auth/logout') return new Response('{"message":""}', { headers })
    return new Response(told(null), { headers })
  })
  expect(await refreshSession()).toEqual({ state: 'signedOut', offline: false, isClosed: false })
  expect(asked).toEqual(['/api/auth/logout', '/api/auth/session'])
  expect(isSignOutPending()).toBe(false)
})

test('each role has its start page', () => {
  expect(homeAddress('super_admin')).toBe('/super-admin-dashboard')
  expect(homeAddress('business_admin')).toBe('/business-dashboard')
  expect(homeAddress('staff')).toBe('/')
  expect(homeAddress(undefined)).toBe('/')
})

test('a page restored from the back/forward cache shows no user until the server has answered', async () => {
  answerSession(owner)
  await startSession()
  expect(useSession.getState().state).toBe('signedIn')
  // Another tab signed out in between; this page got no message.
  answerSession(null)
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(useSession.getState()).toEqual({ state: 'loading' })
  await eventually(() => expect(useSession.getState().state).toBe('signedOut'))
})

test('does not notify the tab that signed out', async () => {
  answerSession(owner)
  await startSession()
  vi.resetModules()
  const here = await import('#pwa/session/session.ts')
  await here.startSession()
  answerSession(null)
  here.tellOtherTabs()
  await eventually(() => expect(useSession.getState().state).toBe('signedOut'))
  expect(here.useSession.getState().state).toBe('signedIn')
})
