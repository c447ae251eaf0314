/**
 * Asks ahead what a person's screens would ask, so that they open offline on a device where they
 * were never opened. Begins when the device has what it works with and the person has settled in;
 * one question after another, at a low priority, in one tab, and none whose answer is still fresh.
 */
import { call } from '#pwa/api/call.ts'
import { callPage, type ListName } from '#pwa/api/call-page.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { usualPageRows } from '#pwa/api/use-pages.ts'
import { browserDatabase, keepSeen } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { type Session, useSession } from '#pwa/session/session.ts'
import { seenKey } from '#pwa/session/use-seen-call.ts'
import { currentDevice, onDeviceChange } from '#pwa/sync/current-device.ts'
import type { User } from '#schema/contract/account.ts'
import { type CallName, type CallParams, callEntry } from '#schema/contract/api.ts'
import type { Features } from '#schema/contract/business.ts'
import { mayDo, type Permission, permissions } from '#schema/contract/permission.ts'

/** As a screen asks it by `useSeenCall` or `useSeenPages`: to the letter, or its answer is not found. */
export interface Question {
  name: CallName
  options?: { params?: Record<string, string>; query?: Record<string, string | number | undefined> }
  /** Of a list, its first page. */
  isList?: true
}
export type QuestionsOf = (user: User, features: Features | undefined) => readonly Question[]

/** A person who has just arrived has better use for the network. */
const settledMs = 5_000
const freshMs = 30 * 60_000
/** For journeys, and for whoever measures: when everything has been asked. */
const markName = 'seen-ahead'

/** Call once in a window of the app. */
export function seeAhead(questionsOf: QuestionsOf): void {
  let accountId: string | undefined
  let running = new AbortController()
  const follow = (session: Session) => {
    const user = isForSeeing(session) ? session.user : undefined
    if (user?.id === accountId) return
    accountId = user?.id
    running.abort()
    running = new AbortController()
    if (user) void keepAhead(user, questionsOf, running.signal).catch(() => {})
  }
  useSession.subscribe(follow)
  follow(useSession.getState())
}

/** A till is shared: it keeps no more than its people open. */
function isForSeeing(session: Session): session is Session & { state: 'signedIn' } {
  if (session.state !== 'signedIn' || session.offline) return false
  return !session.user.till && session.user.secondFactor !== 'needed'
}

async function keepAhead(user: User, questionsOf: QuestionsOf, signal: AbortSignal) {
  const isOwn = deviceIdentityOf(user) !== null
  do {
    await pause(settledMs, signal)
    if (isOwn) await firstPull(signal)
    if (document.visibilityState === 'visible') {
      const features = isOwn ? featuresHere(user) : undefined
      // What got no answer is asked the next time.
      await inOneTab(() => askAll(user, questionsOf(user, features), signal)).catch(() => {})
      signal.throwIfAborted()
    }
    await pause(freshMs, signal)
    // A super admin's session ends when nobody is there: nothing may ask in their place.
  } while (isOwn)
}

async function askAll(user: User, questions: readonly Question[], signal: AbortSignal) {
  for (const question of questions) {
    if (!mayAsk(user, question.name)) continue
    const { name, options } = question
    const key = seenKey(user.id, options ? [name, options] : [name])
    const seen = await browserDatabase().lastSeen.get(key)
    if (seen && Date.now() - Date.parse(seen.seenAt) < freshMs) continue
    await idle()
    signal.throwIfAborted()
    const answer = await ask(question, signal).catch(skipRefused)
    if (answer === undefined) continue
    await keepSeen(user.id, { key, answer, seenAt: new Date().toISOString() })
  }
  performance.mark(markName)
}

function ask({ name, options, isList }: Question, signal: AbortSignal): Promise<unknown> {
  const low = {
    ...options,
    params: options?.params as CallParams<CallName>,
    signal,
    priority: 'low' as const,
  }
  if (!isList) return call(name, low)
  const query = { ...options?.query, limit: usualPageRows }
  return callPage(name as ListName, { ...low, query }).then(({ rows }) => rows)
}

/** What the server does not tell this person is not seen ahead; the rest is, unless it is busy. */
function skipRefused(error: unknown): undefined {
  if (!(error instanceof CallRefused)) throw error
  if (error.status === 401 || error.status === 429 || error.status >= 500) throw error
}

function mayAsk(user: User, name: CallName): boolean {
  const { access } = callEntry(name)
  return access in permissions ? mayDo(user, access as Permission) : access === 'signedIn'
}

function featuresHere({ businessId }: User): Features | undefined {
  return currentDevice()?.records.get('business', businessId ?? '')?.features
}

/** Resolves when this device has had its first whole pull and no round is under way. */
async function firstPull(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let stopStatus = () => {}
    const end = (by: () => void) => {
      stopStatus()
      stopDevices()
      by()
    }
    const look = () => {
      const { whole, syncing } = currentDevice()?.status.getState() ?? {}
      if (whole && !syncing) end(resolve)
    }
    const follow = () => {
      stopStatus()
      stopStatus = currentDevice()?.status.subscribe(look) ?? (() => {})
      look()
    }
    const stopDevices = onDeviceChange(follow)
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true })
    follow()
  })
}

async function inOneTab(act: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return act()
  await navigator.locks.request(markName, { ifAvailable: true }, async (lock) => {
    if (lock) await act()
  })
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 50)
  })

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
