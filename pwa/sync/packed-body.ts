/**
 * Compresses pushes, which tills and phones send over mobile plans, once the server has said that it
 * reads them.
 */
import type { CallOptions } from '#pwa/api/call.ts'
import { onAnswer } from '#pwa/api/request.ts'
import type { PushRequest } from '#schema/contract/sync.ts'

let isRead = false
onAnswer((headers) => {
  isRead = Number(headers.get('regulars-api')) >= 2
})

export async function packBody(
  body: PushRequest,
): Promise<Pick<CallOptions<'sync.push'>, 'body' | 'picture' | 'headers'>> {
  if (!isRead || !('CompressionStream' in globalThis)) return { body }
  const plain = new Blob([JSON.stringify(body)]).stream()
  const packed = await new Response(plain.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  return {
    picture: new Blob([packed], { type: 'application/json' }),
    headers: { 'Content-Encoding': 'gzip' },
  }
}
