/** Headers that every answer carries (docs/trust.md 31). */
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '#sync-server/config.ts'

export function securityHeaders(config: Config): MiddlewareHandler {
  const overHttps = config.publicUrl.startsWith('https:')
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      // wasm: the self-hosted barcode reader. Component libraries inject style elements.
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
      // The one policy that the app makes (pwa/shell/register-worker.ts).
      trustedTypes: ['regulars'],
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // Set by `referrers`, so that a customer's page can be stricter.
    referrerPolicy: false,
    xFrameOptions: 'DENY',
    strictTransportSecurity: overHttps ? 'max-age=31536000; includeSubDomains' : false,
    permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [], payment: [] },
  })
}

/** Pages say where a visitor comes from; what a customer's key opens says nothing (http/customer.ts). */
export const referrers: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (!headers.has('Referrer-Policy')) {
    context.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  }
}
