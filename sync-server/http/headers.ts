/** Security headers of every response (docs/trust.md 31). */
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '#sync-server/config.ts'

export function securityHeaders(config: Config): MiddlewareHandler {
  const overHttps = config.publicUrl.startsWith('https:')
  return secureHeaders({
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
      // The app's only Trusted Types policy (pwa/shell/register-worker.ts).
      trustedTypes: ['regulars'],
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // `referrers` sets it, so that a customer's page can be stricter.
    referrerPolicy: false,
    xFrameOptions: 'DENY',
    strictTransportSecurity: overHttps ? 'max-age=31536000; includeSubDomains' : false,
    permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [], payment: [] },
  })
}

/**
 * Pages send their origin as the referrer; a page opened by a customer's key sends none
 * (http/customer.ts).
 */
export const referrers: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (!headers.has('Referrer-Policy')) {
    context.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  }
}
