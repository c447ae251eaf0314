/**
 * Prefetches the answers that a person's screens need, so that they open offline on a device where
 * they were never opened. Starts once the device has synced and the person has settled in; asks one
 * question at a time, at low priority, in one tab, and skips answers that are still fresh.
 */
import { call } from '#pwa/api/call.ts'
import { callPage, type ListName } from '#pwa/api/call-page.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { usualPageRows } from '#pwa/api/use-pages.ts'
import { browserDatabase, keepSeen } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { type Session, useSession } from '#pwa/session/session.ts'
import { cacheKey } from '#pwa/session/use-cached-call.ts'
import { currentDevice, onDeviceChange } from '#pwa/sync/current-device.ts'
import type { User } from '#schema/contract/account.ts'
import { type CallName, type CallParams, callEntry } from '#schema/contract/api.ts'
import type { Features } from '#schema/contract/business.ts'
import { mayDo, type Permission, permissions } from '#schema/contract/permission.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

/**
 * A request exactly as a screen makes it with `useCachedCall` or `useCachedPages`, or its answer is not
 * found.
 */
export interface Question {
  name: CallName
  options?: { params?: Record<string, string>; query?: Record<string, string | number | undefined> }
  /** For a list: fetches its first page. */
  isList?: true
}
export type QuestionsOf = (user: User, features: Features | undefined) => readonly Question[]

/** A person who has just arrived needs the network for other things. */
const settledMs = 5_000
const freshMs = 30 * minuteMs
/** Lets tests and measurements see when everything was fetched. */
const markName = 'seen-ahead'

/** Call once in a window of the app. */
export function prefetch(questionsOf: QuestionsOf): void {
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

/** A till is shared, so it only keeps what its people open. */
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
      // The next round repeats a request that got no answer.
      await inOneTab(() => askAll(user, questionsOf(user, features), signal)).catch(() => {})
      signal.throwIfAborted()
    }
    await pause(freshMs, signal)
    // A super admin's session must end without activity, so no background request may extend it.
  } while (isOwn)
}

async function askAll(user: User, questions: readonly Question[], signal: AbortSignal) {
  for (const question of questions) {
    if (!mayAsk(user, question.name)) continue
    const { name, options } = question
    const key = cacheKey(user.id, options ? [name, options] : [name])
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

/** Skips what this person may not see; stops if the session ended or the server is busy. */
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

/** Resolves once this device has completed its first pull and no round is running. */
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
