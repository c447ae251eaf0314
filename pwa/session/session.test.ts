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
import { isLogoutOwed, oweLogout } from '#pwa/session/owed-logout.ts'
import {
  refreshSession,
  secondFactorTurnedOn,
  startSession,
  useSession,
} from '#pwa/session/session.ts'
import type { User } from '#schema/contract/account.ts'

/** Patient: a busy machine is no failure. */
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

test('who the server names is signed in and remembered', async () => {
  answerSession(owner)
  expect(await refreshSession()).toEqual({ state: 'signedIn', user: owner, offline: false })
  expect(await readIdentity()).toEqual(owner)
})

test('no answer is not a sign-out: the remembered person goes on, marked offline', async () => {
  await writeIdentity(owner)
  nobodyAnswers()
  expect(await refreshSession()).toEqual({ state: 'signedIn', user: owner, offline: true })
})

test('any answer of the server ends being offline, without an event of the browser', async () => {
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

test('what one person saw is not kept under the next one', async () => {
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
  'a server put back to an earlier version still says who is signed in: %s',
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

test('the server’s word ends the session, and the identity is forgotten', async () => {
  await writeIdentity(owner)
  answerSession(null)
  expect(await refreshSession()).toEqual({ state: 'signedOut', offline: false, isClosed: false })
  expect(await readIdentity()).toBeNull()
})

test('who lost their rights is signed out, and remembered until their device has handed over', async () => {
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

test('a device that is revoked after its session had ended still hands over', async () => {
  await writeIdentity(owner)
  answerSession(null)
  await refreshSession()
  await refreshSession()
  answerSession(null, 'device_revoked')
  await refreshSession()
  expect(await readClosedIdentities()).toEqual([owner])
  await forgetClosedIdentity(owner)
})

test('whose session had ended is not handed over for the next person, nor after signing out', async () => {
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

test('nobody remembered and nobody answering is signed out, not loading for ever', async () => {
  nobodyAnswers()
  expect(await refreshSession()).toEqual({ state: 'signedOut', offline: true, isClosed: false })
})

test('an owner whose device became a till leaves what it holds to be handed over', async () => {
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

test('a till whose session ended leaves its work to whoever signs in next', async () => {
  const till = { ...owner, id: 't', role: 'staff', till: 'Front counter' } as User
  await writeIdentity(till)
  answerSession(null)
  await refreshSession()
  expect(await readIdentity()).toBeNull()
  expect(await readClosedIdentities()).toEqual([till])
  await forgetClosedIdentity(till)
})

test('the app opens with the remembered person before the server has answered', async () => {
  await writeIdentity(owner)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  void startSession()
  await eventually(() => expect(useSession.getState()).toMatchObject({ state: 'signedIn' }))
})

test('of two asks the later one counts, whichever is answered last', async () => {
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

test('an answer from before two-step verification was turned on does not take it back', async () => {
  const admin = { id: 'b', role: 'super_admin', secondFactor: 'needed' } as User
  answerSession(admin)
  await refreshSession()
  let respond = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)))
  const earlier = refreshSession()
  const turningOn = secondFactorTurnedOn()
  respond(new Response(told(admin), { headers: { 'Regulars-Api': '1' } }))
  await Promise.all([earlier, turningOn])
  nobodyAnswers()
  expect(await refreshSession()).toMatchObject({ user: { secondFactor: 'on' }, offline: true })
  expect(await readIdentity()).toMatchObject({ secondFactor: 'on' })
})

test('who signed out without a network stays signed out, and the server is told first', async () => {
  await writeIdentity(owner)
  oweLogout()
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
  expect(isLogoutOwed()).toBe(false)
})

test('each role has its home', () => {
  expect(homeAddress('super_admin')).toBe('/super-admin-dashboard')
  expect(homeAddress('business_admin')).toBe('/business-dashboard')
  expect(homeAddress('staff')).toBe('/')
  expect(homeAddress(undefined)).toBe('/')
})

test('a page that the browser kept as it was shows nobody until the server has said who it is', async () => {
  answerSession(owner)
  await startSession()
  expect(useSession.getState().state).toBe('signedIn')
  // Another tab signed out meanwhile; this one heard nothing of it.
  answerSession(null)
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(useSession.getState()).toEqual({ state: 'loading' })
  await eventually(() => expect(useSession.getState().state).toBe('signedOut'))
})

test('who signs out here is not told of it here: the way on is theirs', async () => {
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
