/**
 * Listens for the server's "there is news, pull" messages: one stream of server-sent events, held
 * by one tab of the browser (HTTP/1.1 allows six connections per host). Uses fetch, because
 * EventSource hides heartbeats and a 401; a dead connection is noticed after two missed heartbeats.
 */

import { createParser } from 'eventsource-parser'
import { anySignal } from '#pwa/api/any-signal.ts'
import { proofHeaders } from '#pwa/api/call-proof.ts'
import { deviceBackOffMs } from '#pwa/queue/back-off.ts'
import type { Locks } from '#pwa/sync/run-sync.ts'

/** The server sends a heartbeat comment every 20 s. */
const silenceMaxMs = 50_000

export interface PokeSeams {
  lockName: string
  locks: Locks | null
  accountId: string
  fetch: typeof fetch
  random: () => number
  /** Also called on connecting, because earlier pokes are not repeated. */
  onPoke: (version: number | null) => void
  /** @returns whether to keep trying after the server refused */
  onRefused: (status: number) => boolean
}

/** @returns a function that stops listening */
export function listenForPokes(seams: PokeSeams): () => void {
  const stopped = new AbortController()
  const hold = () => keepListening(seams, stopped.signal)
  const held = seams.locks
    ? seams.locks.request(seams.lockName, { signal: stopped.signal }, hold)
    : hold()
  held.catch(() => undefined)
  return () => stopped.abort()
}

async function keepListening(seams: PokeSeams, stopped: AbortSignal): Promise<void> {
  let failures = 0
  while (!stopped.aborted) {
    try {
      const status = await listenOnce(seams, stopped, () => {
        failures = 0
      })
      if (status !== 200 && !seams.onRefused(status)) return
    } catch {
      // A network error or a silent connection counts as the end of the stream.
    }
    failures += 1
    await pause(deviceBackOffMs(failures, seams.random), stopped)
  }
}

/** @returns the status when the stream ended or was refused; rejects if the connection broke */
async function listenOnce(
  seams: PokeSeams,
  stopped: AbortSignal,
  onHeard: () => void,
): Promise<number> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silenceMaxMs)
  try {
    const response = await seams.fetch('/api/sync/pokes', {
      headers: {
        Accept: 'text/event-stream',
        'Regulars-Account': seams.accountId,
        ...proofHeaders('GET', '/api/sync/pokes'),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: anySignal([stopped, silent.signal]),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.ok || !isStream || !response.body) return response.ok ? 502 : response.status
    seams.onPoke(null)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const parser = createParser({
      onEvent: ({ event, data }) => event === 'poke' && seams.onPoke(versionIn(data)),
    })
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return response.status
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMaxMs)
      onHeard()
      parser.feed(value)
    }
  } finally {
    clearTimeout(timer)
    silent.abort()
  }
}

function versionIn(data: string): number | null {
  const version = /^\{"version": ?(\d+)/.exec(data)?.[1]
  return version === undefined ? null : Number(version)
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stopped.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
