/** Sends the parts of a file that the server doesn't have yet, and waits while it can't be reached. */
import { call } from '#pwa/api/call.ts'
import { CallRefused, NoAnswer } from '#pwa/api/request.ts'
import { deviceBackOffMs } from '#pwa/queue/back-off.ts'
import type { ImportRun } from '#schema/contract/member-import.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import type { ImportReader } from './import-reader.ts'
import type { KeptImport } from './kept-import.ts'

interface Upload {
  businessId: string
  run: ImportRun
  kept: KeptImport
  reader: Pick<ImportReader, 'parts'>
  /** Called after each part. */
  onPart: (run: ImportRun) => void
  /** Called when the server can't be reached, and when it answers again. */
  onWaiting: (waiting: boolean) => void
  signal: AbortSignal
}

/** A part has half a thousand rows. */
const partTimeoutMs = minuteMs

export async function uploadImport(upload: Upload): Promise<void> {
  const { businessId, run, kept, reader, onPart, signal } = upload
  const params = { businessId, importId: run.id }
  const arrived = new Set(run.parts)
  for await (const part of reader.parts(kept.file, kept.survey, run.mapping)) {
    if (signal.aborted) return
    if (arrived.has(part.part)) continue
    const send = () =>
      call('business.sendImportPart', { params, body: part, timeoutMs: partTimeoutMs, signal })
    const next = await untilAnswered(send, upload)
    if (signal.aborted) return
    onPart(next)
  }
}

async function untilAnswered<Answer>(
  send: () => Promise<Answer>,
  { onWaiting, signal }: Upload,
): Promise<Answer> {
  for (let failures = 1; ; failures += 1) {
    try {
      const answer = await send()
      onWaiting(false)
      return answer
    } catch (error) {
      if (signal.aborted || !mayHelp(error)) throw error
      if (error instanceof NoAnswer) onWaiting(true)
      await pause(waitMs(error, failures), signal)
      if (signal.aborted) throw error
    }
  }
}

const mayHelp = (error: unknown) =>
  error instanceof NoAnswer ||
  (error instanceof CallRefused && (error.status === 503 || error.status === 429))

function waitMs(error: unknown, failures: number): number {
  const told = error instanceof CallRefused ? error.problem.retryAfterSeconds : undefined
  return told === undefined ? deviceBackOffMs(failures, Math.random) : told * 1000
}

/** Ends at once when the browser reports a network again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
