/**
 * Closes the listener without cutting a call: first `/readyz` says no for as long as proxies need to
 * notice, while calls are still answered; then the listener closes, streams end, and calls under way
 * have a while to finish (docs/operations.md, "Stopping").
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerType } from '@hono/node-server'
import type { Drain } from '#sync-server/drain.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

interface Closing {
  /** How long proxies may take to notice. */
  noticeMs: number
  /** Ends every wait. */
  hurry: AbortSignal
}

export async function closeWhenDone(
  http: ServerType,
  drain: Drain,
  { noticeMs, hurry }: Closing,
): Promise<void> {
  drain.leave()
  await unlessHurried(noticeMs, hurry)
  drain.end()
  const closed = new Promise<void>((resolve) => http.close(() => resolve()))
  await Promise.race([closed, unlessHurried(serverLimits.callsEndSeconds * 1000, hurry)])
  if ('closeAllConnections' in http) http.closeAllConnections()
  await closed
}

function unlessHurried(ms: number, signal: AbortSignal): Promise<void> {
  return pause(ms, undefined, { signal }).catch(() => {})
}
