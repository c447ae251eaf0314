/**
 * The server's time as far as this browser knows it: its own clock, corrected by how far that clock
 * was off at the latest answer. Kept over restarts, so a device also knows it offline.
 */
import { limits } from '#schema/contract/limits.ts'
import { hourMs } from '#schema/contract/time-spans.ts'

const keptAs = 'regulars-server-clock'
/** The header counts whole seconds, answers take a while, and clocks drift. */
const toleratedMs = limits.clockToleratedSeconds * 1000

interface Heard {
  /** How far the server's clock was ahead of this one. */
  aheadMs: number
  /** The server's time at that answer. */
  toldAt: number
}

const keepEveryMs = hourMs
let kept = readKept()
let heard = kept

/** @param sentAt when the request was sent; an answer that took long says little */
export function hearServerTime(headers: Headers, sentAt: number): void {
  const toldAt = Date.parse(headers.get('date') ?? '')
  const tookMs = Date.now() - sentAt
  if (Number.isNaN(toldAt) || tookMs < 0 || tookMs > toleratedMs / 2) return
  heard = { aheadMs: toldAt - Date.now(), toldAt }
  const isKept =
    kept !== null &&
    Math.abs(kept.aheadMs - heard.aheadMs) < toleratedMs / 2 &&
    Math.abs(toldAt - kept.toldAt) < keepEveryMs
  if (!isKept) keep(heard)
}

/** @returns null until the server has answered in this browser, or after its clock was set */
export function serverAheadMs(): number | null {
  if (!heard) return null
  // A clock behind the server's last answer was set back after that answer.
  const isSet = Date.now() + heard.aheadMs < heard.toldAt - toleratedMs
  return isSet ? null : heard.aheadMs
}

export function serverNow(): number {
  return Date.now() + correctionMs()
}

/** @returns how far to move this clock's times; 0 within the tolerance */
export function correctionMs(): number {
  const aheadMs = serverAheadMs() ?? 0
  return Math.abs(aheadMs) < toleratedMs ? 0 : aheadMs
}

function readKept(): Heard | null {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keptAs) ?? 'null')
    const { aheadMs, toldAt } = (read ?? {}) as Partial<Heard>
    return Number.isFinite(aheadMs) && Number.isFinite(toldAt) ? (read as Heard) : null
  } catch {
    // The browser keeps nothing, or this is the service worker.
    return null
  }
}

function keep(known: Heard): void {
  kept = known
  try {
    localStorage.setItem(keptAs, JSON.stringify(known))
  } catch {
    // Without storage, this page remembers it until it is closed.
  }
}
