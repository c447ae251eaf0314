/**
 * Who is signed in, as the server last told and as this device remembers. No answer is not a
 * sign-out (docs/product.md): only the server's word ends a session, or a person who signs out.
 */
import { create } from 'zustand'
import { call } from '#pwa/api/call.ts'
import { CallRefused, onAnswer, onSilence } from '#pwa/api/request.ts'
import { isLogoutOwed, settleLogout } from '#pwa/session/owed-logout.ts'
import type { User } from '#schema/contract/account.ts'
import type { CallAnswer } from '#schema/contract/api.ts'

export type Session =
  | { state: 'loading' }
  /** `offline` while nobody answered: the identity is the one this device remembers. */
  | { state: 'signedIn'; user: User; offline: boolean }
  /**
   * `isClosed` when the account's rights were withdrawn, or this device was signed out from another
   * one: what it holds of the business goes, and what is unsent is handed over or sealed.
   */
  | { state: 'signedOut'; offline: boolean; isClosed: false | ClosedBecause }

type ClosedBecause = NonNullable<CallAnswer<'auth.session'>['endedBecause']>

export const useSession = create<Session>(() => ({ state: 'loading' }))

const channelName = 'regulars-session'
/** This window's own: what is said through it is not heard here, where the sign-out leads on itself. */
let listening: BroadcastChannel | null = null
/** Storage is heavier than the landing page, which does not wait for it. */
const loadIdentity = () => import('#pwa/device/browser-database.ts')

/** Call once at the start: opens with the remembered identity and asks the server at once. */
export async function startSession(): Promise<void> {
  listening = new BroadcastChannel(channelName)
  listening.onmessage = () => void refreshSession()
  window.addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    // Kept by the browser as it was, and deaf meanwhile: nobody's rows are shown until it is known
    // whose they are.
    become({ state: 'loading' })
    void refreshSession()
  })
  window.addEventListener('online', () => void refreshSession())
  window.addEventListener('offline', () => void refreshSession())
  onAnswer(serverReached)
  onSilence(serverSilent)
  const asked = refreshSession()
  const user = await remembered()
  if (user && useSession.getState().state === 'loading') {
    become({ state: 'signedIn', user, offline: false })
  }
  await asked
}

/** Whoever heard from the server, and by whatever call: this device is not offline. */
export function serverReached(): void {
  const session = useSession.getState()
  if (session.state !== 'signedIn' || !session.offline) return
  become({ ...session, offline: false })
  void refreshSession()
}

/** A call had no answer: whether the server is there is asked once, not by every call that fails. */
export function serverSilent(): void {
  const session = useSession.getState()
  if (session.state === 'signedIn' && !session.offline && asksOpen === 0) void lookForServer()
}

/** Whose session it still is shows at the next call: a screen may be about to say good-bye. */
async function lookForServer(): Promise<void> {
  const ask = asksSoFar
  const session = await countedAsk()
  if (ask === asksSoFar && session.state !== 'loading' && session.offline) become(session)
}

let asksSoFar = 0
let asksOpen = 0

/** Asks who is signed in; of several asks the last one counts. @returns what is true afterwards */
export async function refreshSession(): Promise<Session> {
  asksSoFar += 1
  const ask = asksSoFar
  const session = await countedAsk()
  if (ask !== asksSoFar) return useSession.getState()
  await remember(session).catch(() => {})
  return become(session)
}

function countedAsk(): Promise<Session> {
  asksOpen += 1
  return askServer().finally(() => {
    asksOpen -= 1
  })
}

async function askServer(): Promise<Session> {
  try {
    if (isLogoutOwed()) await settleLogout()
    const { user, endedBecause } = await call('auth.session').catch(askEarlierServer)
    return user
      ? { state: 'signedIn', user, offline: false }
      : { state: 'signedOut', offline: false, isClosed: endedBecause ?? false }
  } catch {
    const user = await remembered()
    return user
      ? { state: 'signedIn', user, offline: true }
      : { state: 'signedOut', offline: true, isClosed: false }
  }
}

/** One that was put back to an earlier version knows only the call that answers 401 to nobody. */
async function askEarlierServer(error: unknown): Promise<CallAnswer<'auth.session'>> {
  if (!(error instanceof CallRefused) || error.status !== 404) throw error
  try {
    return { user: await call('auth.user'), endedBecause: null }
  } catch (refused) {
    if (!(refused instanceof CallRefused) || refused.status !== 401) throw refused
    const because = (['account_closed', 'device_revoked'] as const).find(
      (code) => code === refused.code,
    )
    return { user: null, endedBecause: because ?? null }
  }
}

async function remembered(): Promise<User | null> {
  if (isLogoutOwed()) return null
  return loadIdentity()
    .then(({ readIdentity }) => readIdentity())
    .catch(() => null)
}

async function remember(session: Session): Promise<void> {
  if (session.state === 'loading' || session.offline) return
  const { closeIdentity, endIdentity, writeIdentity } = await loadIdentity()
  const before = await remembered()
  if (session.state === 'signedIn') {
    // The device became a till: what it holds as its owner is handed over (session-device.ts).
    if (session.user.till && before && before.id !== session.user.id) await closeIdentity()
    await writeIdentity(session.user)
    // Nobody signs in as a till again: what it holds is sealed for whoever signs in here next.
  } else await (session.isClosed || before?.till ? closeIdentity() : endIdentity())
}

/**
 * Two-step verification has just been turned on: screens open without waiting for the session to be
 * read again, and this device remembers it even if that reading fails.
 */
export async function secondFactorTurnedOn(): Promise<void> {
  const session = useSession.getState()
  if (session.state !== 'signedIn') return
  // What was asked before may be answered with what was true before.
  asksSoFar += 1
  await remember(become({ ...session, user: { ...session.user, secondFactor: 'on' } })).catch(
    () => {},
  )
}

/** After a sign-in or a sign-out: other tabs ask anew. */
export function tellOtherTabs(): void {
  const channel = listening ?? new BroadcastChannel(channelName)
  channel.postMessage('changed')
  if (channel !== listening) channel.close()
}

function become(session: Session): Session {
  useSession.setState(session, true)
  return session
}
