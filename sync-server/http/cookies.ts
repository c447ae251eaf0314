/**
 * The server's own cookies, httpOnly, SameSite=Lax, and over HTTPS bound to this host: the session
 * with the actor it identifies, and the device that an account signed in from. They count only if
 * the request comes from this site.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { staffHeader } from '#schema/contract/till.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import {
  type BegunSession,
  type DeviceToken,
  type KnownDevice,
  readDeviceToken,
} from '#sync-server/accounts/account-sessions.ts'
import type { Sessions } from '#sync-server/accounts/session.ts'
import { readCallProof } from '#sync-server/accounts/till-call.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import type { Server } from '#sync-server/server.ts'
import type { HttpEnv } from './call.ts'
import { countsCookies, type OwnSite } from './origin.ts'

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
const keptMaxMs = 399 * dayMs

function writeOwnCookie(
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

export async function readDevice(context: Context, server: Server): Promise<KnownDevice | null> {
  const token = readOwnCookie(context, 'device', server)
  return token ? readDeviceToken(token, { config: server.config, now: server.clock.now() }) : null
}

export function keepDevice(
  context: Context,
  device: DeviceToken,
  { sessions }: Pick<Server, 'sessions'>,
): void {
  writeOwnCookie(context, 'device', device, sessions)
}

/** For a device that the person leaves to others, who must be strangers to that account. */
export function forgetDevice(context: Context, { sessions }: Pick<Server, 'sessions'>): void {
  writeOwnCookie(context, 'device', { token: '', expiresAt: new Date(0) }, sessions)
}
