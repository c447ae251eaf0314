/**
 * What a sign-up code belongs to: asked of the server, and after a short wait told from what this
 * phone has seen before, until the answer comes. Light, since it runs before the first paint;
 * storage is loaded when it is needed.
 */

import { CallRefused } from '#pwa/api/request.ts'
import { callAsVisitor } from '#pwa/api/visitor-call.ts'
import { visitorBackOffMs } from '#pwa/queue/back-off.ts'
import { onChanceToSend } from '#pwa/queue/chance-to-send.ts'
import { quietMoment } from '#pwa/visitor/quiet-moment.ts'
import { scanIdOf } from '#pwa/visitor/scan.ts'
import { signUpCode } from '#schema/contract/id.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'

export type LookUpView =
  | { state: 'loading' }
  /** `asOf` is set while this phone's copy is shown, in ms. */
  | { state: 'found'; lookUp: SignUpLookup; asOf: number | null }
  | { state: 'invalid' }
  | { state: 'unreachable' }

export const lookUpPatienceMs = 2_500
const loadKept = () => import('#pwa/visitor/kept-look-ups.ts')

export interface OpenLookUp {
  /** Asks again, also when there was an answer. */
  retry: () => void
  stop: () => void
}

/**
 * Shows what is known of the code, now and as it changes; asks again until there is an answer.
 * @param isWritten the page came with the look-up and shows it: what is asked for all the same
 * counts the opening, and nobody's silence takes anything from the screen
 */
export function openLookUp(
  code: string,
  show: (view: LookUpView) => void,
  isWritten = false,
): OpenLookUp {
  let stopped = false
  let answered = false
  let counted = false
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
      // For the next visit: this one is not to wait for its storage.
      await quietMoment()
      await loadKept().then((kept) => kept.keepLookUp(code, lookUp))
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
      if (counted) return
      counted = true
      await loadKept().then((kept) => kept.queueScan(code, scanId))
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

  if (!signUpCode.safeParse(code).success) {
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
