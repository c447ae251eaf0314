/**
 * Calls that other sites make in a person's name are refused (docs/trust.md 7). An unsafe call is
 * judged by `Sec-Fetch-Site`, else by `Origin`; where neither is sent it may go on, but no cookie
 * counts. A read that another site asked for goes on without the cookie as well. No cookie counts for
 * a call that the browser makes as a page: an address typed over a locked screen shows no rows.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '#sync-server/config.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { HttpEnv } from './route.ts'

type Site = 'own' | 'foreign' | 'unsaid'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function sameSite(config: Config): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const isSafe = safeMethods.has(context.req.method)
    if (!isSafe && siteOf(context, config) === 'foreign') refuse('cross_site')
    await next()
  }
}

export function countsCookies(context: Context, config: Config): boolean {
  if (isTypedCall(context)) return false
  const site = siteOf(context, config)
  // Browsers without Sec-Fetch-Site do not name the origin of a read that is their own.
  return site === 'own' || (site === 'unsaid' && safeMethods.has(context.req.method))
}

/** Frames and downloads are navigations as well; the app itself fetches every call. */
function isTypedCall({ req }: Context): boolean {
  return req.path.startsWith('/api/') && req.header('sec-fetch-mode') === 'navigate'
}

function siteOf(context: Context, config: Config): Site {
  const asked = context.req.header('sec-fetch-site')
  if (asked !== undefined) return asked === 'same-origin' || asked === 'none' ? 'own' : 'foreign'
  const origin = context.req.header('origin')
  if (origin === undefined) return 'unsaid'
  if (origin === config.publicUrl) return 'own'
  // In development the server answers to every name of this machine; `caller` has checked it.
  const host = context.req.header('host')
  return config.loopback && origin === `http://${host}` ? 'own' : 'foreign'
}
