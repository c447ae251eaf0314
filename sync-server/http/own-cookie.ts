/**
 * The server's own cookies: out of reach for scripts, never sent along by other sites, bound to this
 * host over https. They count only where the request comes from this site.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Server } from '#sync-server/server.ts'
import { countsCookies } from './same-site.ts'

type OwnCookie = 'session' | 'device'

export function readOwnCookie(
  context: Context,
  name: OwnCookie,
  { config, sessions }: Pick<Server, 'config' | 'sessions'>,
): string | undefined {
  return countsCookies(context, config) ? sentCookie(context, name, sessions) : undefined
}

/** Whoever led the browser here: chooses a page, and says nothing of who is calling. */
export function bringsSession(context: Context, { sessions }: Pick<Server, 'sessions'>): boolean {
  return sentCookie(context, 'session', sessions) !== undefined
}

function sentCookie(
  context: Context,
  name: OwnCookie,
  { secureCookies }: Pick<Server['sessions'], 'secureCookies'>,
): string | undefined {
  return secureCookies ? getCookie(context, name, 'host') : getCookie(context, name)
}

/** Browsers keep no cookie for longer than 400 days. */
const keptMaxMs = 399 * 86_400_000

export function writeOwnCookie(
  context: Context,
  name: OwnCookie,
  { token, expiresAt }: { token: string; expiresAt: Date },
  { secureCookies }: Pick<Server['sessions'], 'secureCookies'>,
): void {
  setCookie(context, name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    expires: new Date(Math.min(expiresAt.getTime(), Date.now() + keptMaxMs)),
    ...(secureCookies && { secure: true, prefix: 'host' }),
  })
}
