/**
 * Prebuilt answers, kept in memory with their compressed form: a request costs no lookup, file
 * access or compression, so it needs no admission. Each has an ETag, so a browser that already
 * holds it gets a 304.
 */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as isCompressible } from 'hono/utils/compress'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { HttpEnv } from './call.ts'
import { acceptedBy } from './sync-encoding.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Encoding = 'br' | 'gzip'

export interface ReadyAnswer {
  readonly type: string
  /** Weak, because it is the same for every encoding. */
  readonly tag: string
  readonly plain: Bytes
  readonly encoded: { readonly [Name in Encoding]?: Bytes }
}

/** @param encoded compressed at build time; otherwise compressed here if that saves bytes */
export function makeReady(
  body: string | Uint8Array,
  type: string,
  encoded?: ReadyAnswer['encoded'],
): ReadyAnswer {
  const plain = new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body)
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const gains = plain.length >= serverLimits.readyCompressFromBytes && isCompressible.test(type)
  const own = encoded ?? (gains ? { gzip: new Uint8Array(gzipSync(plain, { level: 9 })) } : {})
  return { type, tag, plain, encoded: own }
}

export function answerReady(
  context: Context<HttpEnv>,
  { type, tag, plain, encoded }: ReadyAnswer,
  headers: Record<string, string> = {},
): Response {
  context.set('isReady', true)
  context.header('Vary', 'Accept-Encoding', { append: true })
  const own = { 'Cache-Control': 'no-cache', ...headers, ETag: tag }
  const held = (context.req.header('if-none-match') ?? '').split(',').map((one) => one.trim())
  if (held.includes(tag)) return context.body(null, 304, own)
  const accepted = acceptedBy(context.req.header('accept-encoding') ?? '')
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.has(one) && encoded[one])
  const bytes = (encoding && encoded[encoding]) ?? plain
  return context.body(bytes, undefined, {
    ...own,
    'Content-Type': type,
    'Content-Length': String(bytes.byteLength),
    ...(encoding && { 'Content-Encoding': encoding }),
  })
}
