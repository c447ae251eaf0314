/**
 * The session's cookie: out of reach for scripts, never sent along by other sites, bound to this
 * host over https. Reads who is calling from it, when it counts.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { BegunSession, Sessions } from '#sync-server/accounts/session.ts'
import type { Actor } from '#sync-server/actor.ts'
import type { Server } from '#sync-server/server.ts'
import type { HttpEnv } from './route.ts'
import { countsCookies } from './same-site.ts'

const name = 'session'
const nobody: Actor = { kind: 'visitor' }

/**
 * A device that has switched persons says whose work it sends: under another person's session it
 * counts as nobody's (sync.md 17).
 */
const accountHeader = 'regulars-account'

export function whoIsCalling(server: Server): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    context.set('actor', await readActor(context, server))
    await next()
  }
}

/** Nobody, when the cookie does not count or its session has ended. */
export async function readActor(context: Context<HttpEnv>, server: Server): Promise<Actor> {
  if (!countsCookies(context, server.config)) return nobody
  const token = server.sessions.secureCookies
    ? getCookie(context, name, 'host')
    : getCookie(context, name)
  if (!token) return nobody
  const signedIn = await server.sessions.read(token)
  const meant = context.req.header(accountHeader)
  if (!signedIn || (meant !== undefined && meant !== signedIn.accountId)) return nobody
  return signedIn
}

export function keepSession(context: Context, sessions: Sessions, begun: BegunSession): void {
  writeCookie(context, sessions, begun.token, begun.expiresAt)
}

export function forgetSession(context: Context, sessions: Sessions): void {
  writeCookie(context, sessions, '', new Date(0))
}

function writeCookie(context: Context, sessions: Sessions, token: string, expires: Date): void {
  setCookie(context, name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    expires,
    ...(sessions.secureCookies && { secure: true, prefix: 'host' }),
  })
}
