/**
 * Compresses the answers of the sync protocol and reads its compressed pushes, because tills and
 * phones carry them over mobile plans (docs/scale.md, "Measuring").
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { limits } from '#schema/contract/limits.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { HttpEnv } from './call.ts'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** Trades size for speed: brotli's default quality takes too long for each answer. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** The answers are never cached, so they need no `Vary`. */
export const packAnswer: MiddlewareHandler = async (context, next) => {
  await next()
  const { res } = context
  if (!res.body || !res.headers.get('content-type')?.startsWith('application/')) return
  const accepted = acceptedBy(context.req.header('accept-encoding') ?? '')
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.has(one))
  if (!encoding) return
  const plain = await res.arrayBuffer()
  const packed = await compressors[encoding](plain, encoding === 'br' ? options : {})
  context.res = new Response(new Uint8Array(packed), res)
  context.header('Content-Encoding', encoding)
  context.header('Content-Length', String(packed.byteLength))
}

const unpack = promisify(gunzip)

/** Bounds the unpacked body like a plain one, and unpacks none for strangers. */
export const unpackBody: MiddlewareHandler<HttpEnv> = async ({ req, var: { actor } }, next) => {
  if (actor.kind === 'account' && req.header('content-encoding') === 'gzip') {
    const packed = await req.arrayBuffer()
    const plain = await unpack(packed, { maxOutputLength: limits.pushBytes }).catch((error) =>
      refuse(error?.code === 'ERR_BUFFER_TOO_LARGE' ? 'body_too_large' : 'body_not_json'),
    )
    req.bodyCache = { text: plain.toString() }
  }
  await next()
}

/** All listed encodings except those refused with 'q=0'. */
export function acceptedBy(header: string): Set<string> {
  const named = header.split(',').map((one) =>
    one
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  return new Set(named.flatMap(([name = '', q = '']) => (/^q=0(\.0*)?$/.test(q) ? [] : [name])))
}
