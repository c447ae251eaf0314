/**
 * "There is news, pull": one stream of server-sent events, held by one tab of the browser (HTTP/1.1
 * allows six connections in all). Read with fetch and not EventSource, which hides the server's
 * heartbeats and its 401: a connection that died without a word is noticed after two missed beats.
 */
import { backOffMs } from '#pwa/sync/back-off.ts'
import type { Locks } from '#pwa/sync/run-sync.ts'

/** The server sends a comment every 20 s. */
const silenceMaxMs = 50_000

export interface PokeSeams {
  lockName: string
  locks: Locks | null
  accountId: string
  fetch: typeof fetch
  random: () => number
  /** Called when connected, too: what happened before is not told again. */
  onPoke: (version: number | null) => void
  /** @returns whether to keep trying, asked when the server said no */
  onRefused: (status: number) => boolean
}

/** @returns how to stop */
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
      // No network, or silence: the same as the end of the stream.
    }
    failures += 1
    await pause(backOffMs(failures, seams.random), stopped)
  }
}

/** @returns the status when the stream ended or was refused; rejects when it broke */
async function listenOnce(
  seams: PokeSeams,
  stopped: AbortSignal,
  onHeard: () => void,
): Promise<number> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silenceMaxMs)
  try {
    const response = await seams.fetch('/api/sync/pokes', {
      headers: { Accept: 'text/event-stream', 'Regulars-Account': seams.accountId },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([stopped, silent.signal]),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.ok || !isStream || !response.body) return response.ok ? 502 : response.status
    seams.onPoke(null)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return response.status
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMaxMs)
      onHeard()
      const events = (text + value).split(/\r?\n\r?\n/)
      text = events.pop() ?? ''
      for (const event of events) if (isPoke(event)) seams.onPoke(versionIn(event))
    }
  } finally {
    clearTimeout(timer)
    silent.abort()
  }
}

function isPoke(event: string): boolean {
  return /^event: ?poke$/m.test(event)
}

function versionIn(event: string): number | null {
  const version = /^data: ?\{"version": ?(\d+)/m.exec(event)?.[1]
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
