/**
 * Protects against cross-site request forgery (docs/trust.md 7). An unsafe call is judged by
 * `Sec-Fetch-Site`, otherwise by `Origin`; without both it proceeds, but cookies don't count. A
 * read initiated by another site also proceeds without cookies. Cookies never count for an API call
 * opened as a page: a URL typed over a locked screen shows no data.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '#sync-server/config.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { HttpEnv } from './route.ts'

/** The settings that tell this site from others. */
export type OwnSite = Pick<Config, 'publicUrl' | 'loopback'>

type Site = 'own' | 'foreign' | 'unsaid'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function sameSite(config: OwnSite): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const isSafe = safeMethods.has(context.req.method)
    if (!isSafe && siteOf(context, config) === 'foreign') refuse('cross_site')
    await next()
  }
}

export function countsCookies(context: Context, config: OwnSite): boolean {
  if (isTypedCall(context)) return false
  const site = siteOf(context, config)
  // Browsers without Sec-Fetch-Site send no Origin on same-origin reads.
  return site === 'own' || (site === 'unsaid' && safeMethods.has(context.req.method))
}

/** Frames and downloads are navigations too; the app itself fetches every call. */
function isTypedCall({ req }: Context): boolean {
  return req.path.startsWith('/api/') && req.header('sec-fetch-mode') === 'navigate'
}

function siteOf(context: Context, config: OwnSite): Site {
  const asked = context.req.header('sec-fetch-site')
  if (asked !== undefined) return asked === 'same-origin' || asked === 'none' ? 'own' : 'foreign'
  const origin = context.req.header('origin')
  if (origin === undefined) return 'unsaid'
  if (origin === config.publicUrl) return 'own'
  // In development the server answers to every local name; `caller` has checked it.
  const host = context.req.header('host')
  return config.loopback && origin === `http://${host}` ? 'own' : 'foreign'
}
