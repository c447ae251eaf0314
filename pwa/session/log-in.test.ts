import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearIdentity } from '#pwa/device/browser-database.ts'
import { logIn, takeSecondStep } from '#pwa/session/log-in.ts'
import { useSession } from '#pwa/session/session.ts'

const owner = { id: 'a', role: 'business_admin', firstName: 'Olive' }
const opened = {
  message: 'Login successful',
  requiresVerification: false,
  userId: 'a',
  user: owner,
}

beforeEach(async () => {
  await clearIdentity()
  useSession.setState({ state: 'loading' }, true)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  return () => vi.unstubAllGlobals()
})

/**
 * @param user the user of the session that the browser sends back; undefined if the server does not
 * answer
 */
function answer(user: object | null | undefined) {
  vi.stubGlobal('fetch', async (address: string) => {
    const isSession = String(address).endsWith('/session')
    if (isSession && user === undefined) throw new TypeError('Failed to fetch')
    const body = isSession ? { user, endedBecause: null } : opened
    return new Response(JSON.stringify(body), { headers: { 'Regulars-Api': '1' } })
  })
}

const ways = [
  ['the password', () => logIn({ email: 'olive@example.com', password: 'Correct-Horse-7' })],
  ['the second step', () => takeSecondStep({ userId: 'a', way: 'app', code: '123456' })],
] as const

test.each(ways)('%s signs in when the browser sends the new session back', async (_, send) => {
  answer(owner)
  expect(await send()).toEqual({ next: null, role: 'business_admin' })
})

test.each(ways)('%s asks for cookies when the browser sends no session back', async (_, send) => {
  answer(null)
  expect(await send()).toEqual({ next: 'allowCookies' })
})

test.each(ways)('%s keeps a sign-in that the server cannot confirm', async (_, send) => {
  answer(undefined)
  expect(await send()).toEqual({ next: null, role: 'business_admin' })
})
