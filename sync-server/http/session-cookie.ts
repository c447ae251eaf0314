/** The session cookie, and the actor it identifies. */
import type { Context, MiddlewareHandler } from 'hono'
import { staffHeader } from '#schema/contract/till.ts'
import type { BegunSession, Sessions } from '#sync-server/accounts/session.ts'
import { readCallProof } from '#sync-server/accounts/till-call.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import type { Server } from '#sync-server/server.ts'
import { readOwnCookie, writeOwnCookie } from './own-cookie.ts'
import type { HttpEnv } from './route.ts'

const nobody: Actor = { kind: 'visitor' }

/**
 * A device that switched accounts names the account whose work it sends; under another account's
 * session it counts as a visitor (docs/sync-protocol.md).
 */
const accountHeader = 'regulars-account'

export function whoIsCalling(server: Server): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    context.set('actor', await readActor(context, server))
    await next()
  }
}

/** @returns a visitor if the cookie doesn't count or its session has ended */
export async function readActor(context: Context<HttpEnv>, server: Server): Promise<Actor> {
  const token = readOwnCookie(context, 'session', server)
  if (!token) return nobody
  const signedIn = await server.sessions.read(token)
  const meant = context.req.header(accountHeader)
  if (signedIn && 'because' in signedIn) return { kind: 'visitor', ended: signedIn }
  if (!signedIn || (meant !== undefined && meant !== signedIn.accountId)) return nobody
  const header = context.req.header(staffHeader)
  if (!signedIn.isTill || header === undefined) return signedIn
  const { method, url } = context.req
  const called = { method, path: new URL(url).pathname, header }
  return { ...signedIn, ...(await readCallProof(called, signedIn, server)) }
}

export function keepSession(context: Context, sessions: Sessions, begun: BegunSession): void {
  writeOwnCookie(context, 'session', begun, sessions)
}

export function forgetSession(context: Context, sessions: Sessions): void {
  writeOwnCookie(context, 'session', { token: '', expiresAt: new Date(0) }, sessions)
}
