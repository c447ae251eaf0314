/**
 * The signed-in user, as the server last reported and this device remembers. If the server doesn't
 * answer, the user stays signed in: only the server's answer or the user ends a session.
 */
import { create } from 'zustand'
import { call } from '#pwa/api/call.ts'
import { CallRefused, onAnswer, onSilence } from '#pwa/api/request.ts'
import { isSignOutPending, settleSignOut } from '#pwa/session/pending-sign-out.ts'
import type { User } from '#schema/contract/account.ts'
import type { CallAnswer } from '#schema/contract/api.ts'

export type Session =
  | { state: 'loading' }
  /** `offline` while the server cannot be reached: the identity is the remembered one. */
  | { state: 'signedIn'; user: User; offline: boolean }
  /**
   * `isClosed` if the account's access was withdrawn, or this device was signed out from another
   * one: the business's data is deleted, and unsent work is handed over or sealed.
   */
  | { state: 'signedOut'; offline: boolean; isClosed: false | ClosedBecause }

type ClosedBecause = NonNullable<CallAnswer<'auth.session'>['endedBecause']>

export const useSession = create<Session>(() => ({ state: 'loading' }))

const channelName = 'regulars-session'
/**
 * This window's own channel: it does not receive its own messages, so a sign-out here is not
 * interrupted.
 */
let listening: BroadcastChannel | null = null
/** The landing page does not wait for the storage code to load. */
const loadIdentity = () => import('#pwa/device/browser-database.ts')

/** Call once at the start: opens with the remembered identity and asks the server at once. */
export async function startSession(): Promise<void> {
  listening = new BroadcastChannel(channelName)
  listening.onmessage = () => void refreshSession()
  window.addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    // A page from the back/forward cache missed all messages: hide the user's data until the
    // session is known.
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

/** Call when any request reached the server: this device is not offline. */
export function serverReached(): void {
  const session = useSession.getState()
  if (session.state !== 'signedIn' || !session.offline) return
  become({ ...session, offline: false })
  void refreshSession()
}

/** Call when a request got no answer: checks the connection once, not for every failed request. */
function serverSilent(): void {
  const session = useSession.getState()
  if (session.state === 'signedIn' && !session.offline && asksOpen === 0) void lookForServer()
}

/**
 * Only marks the session offline. Leaves other changes to the next call, because a screen may be
 * signing the user out.
 */
async function lookForServer(): Promise<void> {
  const ask = asksSoFar
  const session = await countedAsk()
  if (ask === asksSoFar && session.state !== 'loading' && session.offline) become(session)
}

let asksSoFar = 0
let asksOpen = 0

/**
 * Asks who is signed in; of several requests the last one counts.
 * @returns the current session
 */
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
    if (isSignOutPending()) await settleSignOut()
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

/**
 * A server rolled back to an earlier version only knows the call that answers 401 when signed out.
 */
async function askEarlierServer(error: unknown): Promise<CallAnswer<'auth.session'>> {
  if (!(error instanceof CallRefused) || error.status !== 404) throw error
  try {
    return { user: await call('auth.user'), endedBecause: null }
  } catch (refused) {
    if (!(refused instanceof CallRefused) || refused.status !== 401) throw refused
    // A server of that version has both codes.
    const because = (['account_closed', 'device_revoked'] as const).find(
      (code) => code === refused.code,
    )
    return { user: null, endedBecause: because ?? null }
  }
}

async function remembered(): Promise<User | null> {
  if (isSignOutPending()) return null
  return loadIdentity()
    .then(({ readIdentity }) => readIdentity())
    .catch(() => null)
}

/** @returns the email of the person whose session ended here without a sign-out */
export function endedEmail(): Promise<string | undefined> {
  return loadIdentity()
    .then(async ({ readEndedIdentity }) => (await readEndedIdentity())?.email)
    .catch(() => undefined)
}

async function remember(session: Session): Promise<void> {
  if (session.state === 'loading' || session.offline) return
  const { closeIdentity, endIdentity, writeIdentity } = await loadIdentity()
  const before = await remembered()
  if (session.state === 'signedIn') {
    // The device became a till: the owner's data on it is handed over (session-device.ts).
    if (session.user.till && before && before.id !== session.user.id) await closeIdentity()
    await writeIdentity(session.user)
    // A till cannot sign in again: its work is handed over, or sealed for the next sign-in here.
  } else await (session.isClosed || before?.till ? closeIdentity() : endIdentity())
}

/**
 * Call after the user changes one of their fields in the session. Screens show the change without
 * reading the session again, and this device remembers it even if a later read fails.
 */
export async function userChanged(changes: Partial<User>): Promise<void> {
  const session = useSession.getState()
  if (session.state !== 'signedIn') return
  // Requests already in flight may bring outdated answers.
  asksSoFar += 1
  await remember(become({ ...session, user: { ...session.user, ...changes } })).catch(() => {})
}

/** After a sign-in or a sign-out: makes other tabs ask for the session. */
export function tellOtherTabs(): void {
  const channel = listening ?? new BroadcastChannel(channelName)
  channel.postMessage('changed')
  if (channel !== listening) channel.close()
}

function become(session: Session): Session {
  useSession.setState(session, true)
  return session
}
