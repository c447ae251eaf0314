/**
 * The frame of every call: its id, the size its body may have, the marks by which the app recognizes
 * this server, the log line and the count; and the security headers (docs/trust.md 31): the full set
 * for pages and the files they load, a short one for API answers, and one header for answers of the
 * sync protocol, which a till receives a thousand times a day.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import { api, type CallName, callEntry } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import type { Config } from '#sync-server/config.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { HttpEnv } from './call.ts'
import { docsPath } from './docs.ts'

export function requestLog(
  server: Pick<Server, 'log' | 'epoch' | 'metrics' | 'drain'>,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const requestId = newKey()
    const startedAt = performance.now()
    context.set('requestId', requestId)
    context.set('actor', { kind: 'visitor' })
    const isApi = context.req.path.startsWith('/api/')
    const call = isApi ? callOf(context) : undefined
    context.set('call', call)
    await next()
    // Don't use `context.header`: it copies a ready answer, with its body as a stream.
    const { status, headers } = context.res
    // A sync answer has the epoch in its body, HTTP/1.1 keeps connections open without being told,
    // and screens show the id of a refusal only.
    if (status < 400 && isSyncFetch(context)) {
      context.env.outgoing?.removeHeader('connection')
    } else {
      headers.set('X-Request-Id', requestId)
      // Customers' phones notice a restore by it (docs/sync-protocol.md, "Restore").
      headers.set('Regulars-Epoch', server.epoch)
    }
    // A proxy opens its next connection to another server.
    if (server.drain.isLeaving) headers.set('Connection', 'close')
    // The app recognizes our responses by this header, since a captive portal doesn't send it. From
    // 2 on, a push may be compressed.
    headers.set('Regulars-Api', '2')
    const tookMs = performance.now() - startedAt
    server.metrics.answered(call ?? (isApi ? 'other' : 'page'), status, tookMs)
    if (status >= 500 || isApi) {
      server.log('request', {
        requestId,
        method: context.req.method,
        route: context.req.routePath,
        status,
        tookMs: Math.round(tookMs),
      })
    }
  }
}

export function securityHeaders(config: Config): MiddlewareHandler {
  const overHttps = config.publicUrl.startsWith('https:')
  const shared = {
    crossOriginResourcePolicy: 'same-origin',
    // `referrers` sets it, so that a customer's page can be stricter.
    referrerPolicy: false,
    strictTransportSecurity: overHttps ? 'max-age=31536000; includeSubDomains' : false,
  }
  const forPages = secureHeaders({
    ...shared,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      // wasm: our own barcode reader. Component libraries inject style elements.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // The app's only Trusted Types policy (pwa/device/trusted-script.ts).
      trustedTypes: ['regulars'],
    },
    crossOriginOpenerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [], payment: [] },
  })
  // A browser that opens such an answer as a document runs, loads and frames nothing. The other
  // headers protect documents only.
  const forCalls = secureHeaders({
    ...shared,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  return (context, next) => {
    if (isPageOrFile(context.req.path)) return forPages(context, next)
    return isSyncFetch(context) ? forSync(context, next) : forCalls(context, next)
  }
}

const forSync: MiddlewareHandler = async (context, next) => {
  await next()
  context.res.headers.set('X-Content-Type-Options', 'nosniff')
}

/** True if a script of our own pages reads the answer, so that no document, frame or tag does. */
function isSyncFetch({ req }: Context): boolean {
  return (
    req.path.startsWith('/api/sync/') &&
    req.header('sec-fetch-dest') === 'empty' &&
    req.header('sec-fetch-site') === 'same-origin'
  )
}

/**
 * Pages send their origin as the referrer; a page opened by a customer's key sends none
 * (http/customer.ts).
 */
export const referrers: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (isPageOrFile(context.req.path) && !headers.has('Referrer-Policy')) {
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  }
}

/** No cache keeps an answer that names no rule of its own. */
export const keepNoAnswer: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}

function isPageOrFile(path: string): boolean {
  return !path.startsWith('/api/') || path === docsPath
}

const namesByRoute = new Map(
  (Object.keys(api) as CallName[]).map((name) => {
    const { method, path } = callEntry(name)
    return [`${method} ${path}`, name]
  }),
)

/** The GET handler also answers HEAD, and shows as much. */
export function methodOf({ req }: Context): string {
  return req.method === 'HEAD' ? 'GET' : req.method
}

export function callOf(context: Context): CallName | undefined {
  const asked = methodOf(context)
  for (const { path } of matchedRoutes(context)) {
    const name = namesByRoute.get(`${asked} ${path}`)
    if (name) return name
  }
  return undefined
}

/** The rest of the body is not read, so the connection can't be reused. */
const refuseLarge = (code: 'body_too_large' | 'photo_too_large') => (context: Context) => {
  context.header('Connection', 'close')
  return refuse(code)
}
/**
 * Checks Content-Length if present: reading the body builds a whole Request object, half the cost
 * of refusing a call.
 */
function limitTo(maxSize: number, code: 'body_too_large' | 'photo_too_large'): MiddlewareHandler {
  const onError = refuseLarge(code)
  const limitStream = bodyLimit({ maxSize, onError })
  return (context, next) => {
    const { req } = context
    if (req.method === 'GET' || req.method === 'HEAD') return next()
    const length = Number(req.header('content-length'))
    const isSaid = length >= 0 && req.header('transfer-encoding') === undefined
    if (!isSaid) return limitStream(context, next)
    return length > maxSize ? onError(context) : next()
  }
}
const limitPush = limitTo(limits.pushBytes, 'body_too_large')
const limitSeals = limitTo(limits.sealBytes + serverLimits.bodyBytes, 'body_too_large')
const limitPhoto = limitTo(serverLimits.photoBytes, 'photo_too_large')
/** The size of a form. */
export const limitForm = limitTo(serverLimits.bodyBytes, 'body_too_large')

/**
 * A push carries a hundred operations, a part of an import 500 rows; every other body is a form
 * (docs/trust.md 30).
 */
export const limitBody: MiddlewareHandler = (context, next) => {
  const { path } = context.req
  if (path === '/api/sync/sealed') return limitSeals(context, next)
  if (path.startsWith('/api/sync/')) return limitPush(context, next)
  if (/^\/api\/business\/[^/]+\/imports\/[^/]+\/parts$/.test(path)) return limitPush(context, next)
  if (/^\/api\/(auth\/profile\/photo|business\/[^/]+\/logo)$/.test(path))
    return limitPhoto(context, next)
  return limitForm(context, next)
}
