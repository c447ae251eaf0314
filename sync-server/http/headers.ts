/**
 * Security headers (docs/trust.md 31): the full set for pages and the files they load, a short one
 * for API answers, and one header for answers of the sync protocol, which a till receives a thousand
 * times a day.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '#sync-server/config.ts'
import { docsPath } from './docs.ts'

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
  context.header('X-Content-Type-Options', 'nosniff')
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
    context.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  }
}

function isPageOrFile(path: string): boolean {
  return !path.startsWith('/api/') || path === docsPath
}
