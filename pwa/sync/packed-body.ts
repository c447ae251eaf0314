/**
 * Compresses pushes, which tills and phones send over mobile plans, once the server has said that it
 * reads them. A server of an earlier release behind the same address, or a proxy, may not: then the
 * same push goes out uncompressed.
 */
import type { CallOptions } from '#pwa/api/call.ts'
import { CallRefused, NoAnswer, onAnswer } from '#pwa/api/request.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'
import type { PushAnswer, PushRequest } from '#schema/contract/sync.ts'

let isRead = false
onAnswer((headers) => {
  isRead = Number(headers.get('regulars-api')) >= 2
})

type Body = Pick<CallOptions<'sync.push'>, 'body' | 'picture' | 'headers'>

export async function askPacked(
  { ask, pace }: Pick<SyncContext, 'ask' | 'pace'>,
  body: PushRequest,
  timeoutMs: number,
): Promise<PushAnswer> {
  const send = (packed: Body) => ask('sync.push', { timeoutMs, ...packed })
  if (!isRead || !pace.compresses || !('CompressionStream' in globalThis)) return send({ body })
  try {
    return await send(await pack(body))
  } catch (error) {
    if (!isUnread(error)) throw error
  }
  const answer = await send({ body })
  pace.compresses = false
  return answer
}

async function pack(body: PushRequest): Promise<Body> {
  const plain = new Blob([JSON.stringify(body)]).stream()
  const packed = await new Response(plain.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  return {
    picture: new Blob([packed], { type: 'application/json' }),
    headers: { 'Content-Encoding': 'gzip' },
  }
}

/** A 5xx of a proxy says that the server is away, and a captive portal answers 200 or redirects. */
function isUnread(error: unknown): boolean {
  if (error instanceof CallRefused) return error.code === 'body_not_json'
  const by = error instanceof NoAnswer && error.cause instanceof Response ? error.cause : null
  return by !== null && by.status >= 400 && by.status < 500
}
