/**
 * Looks up a sign-up code: asks the server, and after a short wait shows this phone's stored copy
 * until the answer comes. Small, because it runs before the first paint; storage is loaded on
 * demand.
 */

import { CallRefused } from '#pwa/api/request.ts'
import { callAsVisitor } from '#pwa/api/visitor-call.ts'
import { visitorBackOffMs } from '#pwa/queue/back-off.ts'
import { onChanceToSend } from '#pwa/queue/chance-to-send.ts'
import { hasEarlierStorage } from '#pwa/visitor/earlier-storage.ts'
import { keepLookUpMessage } from '#pwa/visitor/keep-message.ts'
import { scanIdOf } from '#pwa/visitor/scan.ts'
import { firstTouch, whenIdle } from '#pwa/visitor/when-idle.ts'
import { asPrinted, signUpCode } from '#schema/contract/id.ts'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'

export type LookUpView =
  | { state: 'loading' }
  /** `asOf` is the time of this phone's copy, in ms, while it is shown. */
  | { state: 'found'; lookUp: SignUpLookup; asOf: number | null }
  | { state: 'invalid' }
  | { state: 'unreachable' }

/** Together with loading the page, it opens within 1.5 s on a network that never answers. */
export const lookUpPatienceMs = 500
const loadKept = () => import('#pwa/visitor/kept-look-ups.ts')

/**
 * The service worker stores it, because it has storage loaded: a first visit only loads storage
 * once the form is touched, and a visit without a worker could not be repeated offline anyway.
 */
async function keepForNextVisit(code: string, lookUp: SignUpLookup): Promise<void> {
  await whenIdle()
  const touched = firstTouch()
  const worker = navigator.serviceWorker?.ready ?? touched
  const registration = (await hasEarlierStorage()) ? null : await Promise.race([worker, touched])
  if (registration?.active) {
    registration.active.postMessage({ type: keepLookUpMessage, code, lookUp })
    return
  }
  const kept = await loadKept()
  await kept.keepLookUp(code, lookUp)
}

export interface OpenLookUp {
  /** Asks again, even after an answer. */
  retry: () => void
  stop: () => void
}

/**
 * Shows the state of the code now and on changes; asks again until there is an answer.
 * @param isWritten the page came with the look-up and shows it: the request then only counts the
 * opening, and its failure changes nothing on the screen
 */
export function openLookUp(
  code: string,
  show: (view: LookUpView) => void,
  isWritten = false,
): OpenLookUp {
  let stopped = false
  let answered = false
  let counted = false
  let queueing = false
  let tries = 0
  let asking = false
  let again: ReturnType<typeof setTimeout> | undefined
  const showUnlessStopped = (view: LookUpView) => {
    if (!stopped) show(view)
  }

  async function ask() {
    const scanId = scanIdOf(code)
    const headers: Record<string, string> = counted
      ? { 'Scan-Refresh': '1' }
      : { 'Scan-Id': scanId }
    try {
      const lookUp = await callAsVisitor('signUp.lookUp', { params: { code }, headers })
      answered = true
      counted = true
      showUnlessStopped({ state: 'found', lookUp, asOf: null })
      void keepForNextVisit(code, lookUp).catch(() => {})
    } catch (error) {
      if (answered) return
      if (error instanceof CallRefused && (error.status === 404 || error.status === 400)) {
        answered = true
        showUnlessStopped({ state: 'invalid' })
        await loadKept().then((kept) => kept.forgetLookUp(code))
        return
      }
      if (!isWritten) await showKept({ orElse: { state: 'unreachable' } })
      tries += 1
      if (!stopped) again = setTimeout(refresh, visitorBackOffMs(tries))
      void queueScan(scanId).catch(() => {})
    }
  }

  /**
   * Until the scan is on disk, the next answer counts the opening; the same id keeps it from
   * counting twice.
   */
  async function queueScan(scanId: string) {
    if (counted || queueing) return
    queueing = true
    try {
      const kept = await loadKept()
      await kept.queueScan(code, scanId)
      counted = true
    } finally {
      queueing = false
    }
  }

  async function showKept({ orElse }: { orElse: LookUpView | null }) {
    const kept = await loadKept()
      .then((module) => module.keptLookUp(code))
      .catch(() => undefined)
    if (answered) return
    if (kept) showUnlessStopped({ state: 'found', lookUp: kept.lookUp, asOf: kept.fetchedAt })
    else if (orElse) showUnlessStopped(orElse)
  }

  function refresh() {
    if (answered || asking || stopped) return
    clearTimeout(again)
    asking = true
    ask()
      .catch(() => {})
      .finally(() => {
        asking = false
      })
  }

  if (!signUpCode.safeParse(asPrinted(code)).success) {
    show({ state: 'invalid' })
    return { retry: () => {}, stop: () => {} }
  }
  refresh()
  const timer = setTimeout(() => {
    if (!answered && !isWritten) void showKept({ orElse: null })
  }, lookUpPatienceMs)
  const stopListening = onChanceToSend(refresh)
  function stop() {
    stopped = true
    clearTimeout(timer)
    clearTimeout(again)
    stopListening()
  }
  function retry() {
    answered = false
    refresh()
  }
  return { retry, stop }
}
