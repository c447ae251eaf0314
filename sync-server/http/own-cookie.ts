/**
 * The server's own cookies: httpOnly, SameSite=Lax, and over HTTPS bound to this host. They count
 * only if the request comes from this site.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Server } from '#sync-server/server.ts'
import { countsCookies, type OwnSite } from './same-site.ts'

type OwnCookie = 'session' | 'device'

export interface CookieSettings {
  config: OwnSite
  sessions: Pick<Server['sessions'], 'secureCookies'>
}

export function readOwnCookie(
  context: Context,
  name: OwnCookie,
  { config, sessions }: CookieSettings,
): string | undefined {
  return countsCookies(context, config) ? sentCookie(context, name, sessions) : undefined
}

/** Checks only for the cookie's presence, to choose a page; proves nothing about the caller. */
export function bringsSession(
  context: Context,
  { sessions }: Pick<CookieSettings, 'sessions'>,
): boolean {
  return sentCookie(context, 'session', sessions) !== undefined
}

function sentCookie(
  context: Context,
  name: OwnCookie,
  { secureCookies }: CookieSettings['sessions'],
): string | undefined {
  return secureCookies ? getCookie(context, name, 'host') : getCookie(context, name)
}

/** Browsers keep cookies for 400 days at most. */
const keptMaxMs = 399 * 86_400_000

export function writeOwnCookie(
  context: Context,
  name: OwnCookie,
  { token, expiresAt }: { token: string; expiresAt: Date },
  { secureCookies }: CookieSettings['sessions'],
): void {
  setCookie(context, name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    expires: new Date(Math.min(expiresAt.getTime(), Date.now() + keptMaxMs)),
    ...(secureCookies && { secure: true, prefix: 'host' }),
  })
}
