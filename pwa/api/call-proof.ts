/**
 * Adds the header that proves a staff member has unlocked this till. It carries the server's time,
 * taken from the latest answer, because a till's own clock may be wrong.
 */
import { serverAheadMs } from '#pwa/api/server-clock.ts'

type ProveCall = (call: { method: string; path: string; at: number }) => Record<string, string>

let proveCall: ProveCall | null = null

/** @param prove null when the till is locked */
export function proveCallsBy(prove: ProveCall | null): void {
  proveCall = prove
}

export function proofHeaders(method: string, address: string): Record<string, string> {
  const { pathname: path } = new URL(address, 'http://here')
  return proveCall?.({ method, path, at: Date.now() + (serverAheadMs() ?? 0) }) ?? {}
}
