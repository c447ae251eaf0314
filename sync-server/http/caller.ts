/**
 * Determines who calls: the origin (network, user agent, language), and the actor that the session's
 * cookie identifies. Trusts a forwarded address only from a trusted proxy, answers only at its own
 * host, and refuses an unsafe call from another site or ignores its cookies (docs/trust.md 7). The
 * server's own cookies are httpOnly, SameSite=Lax, and over HTTPS bound to this host: the session,
 * and the device that an account signed in from.
 */
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { staffHeader } from '#schema/contract/till.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import type { CookieToken } from '#sync-server/accounts/account-sessions.ts'
import { readCallProof } from '#sync-server/accounts/till-call.ts'
import { type Config, isLoopback } from '#sync-server/config.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import {
  isMailLanguage,
  type MailLanguage,
  networkOf,
  readMailLanguage,
} from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { HttpEnv } from './call.ts'

type Proxies = Pick<Config, 'trustedProxies'>

/** Headers added by proxies, tunnels and CDNs; a direct local call has none. */
const forwardingHeader = /^(forwarded|via|x-forwarded-|x-real-ip$|x-client-ip$|true-client-ip$|cf-)/
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Monitors and orchestrators call these by whatever address they know. */
export const healthPaths = new Set(['/healthz', '/readyz', '/metrics'])

export function caller(config: Config): MiddlewareHandler<HttpEnv> {
  const ownHost = new URL(config.publicUrl).host
  return async (context, next) => {
    if (config.loopback) refuseForeign(context)
    else if (!healthPaths.has(context.req.path) && hostOf(context, config) !== ownHost) {
      refuse('host_unknown')
    }
    context.set('origin', {
      network: networkOf(addressOf(context, config)),
      userAgent: (context.req.header('user-agent') ?? '').slice(0, serverLimits.headerLengthRead),
      language: mailLanguageOf(context),
    })
    await next()
  }
}

/** In development: the server must never be reachable from outside. */
function refuseForeign(context: Context): void {
  const host = (context.req.header('host') ?? '').replace(/:\d+$/, '').toLowerCase()
  const forwarded = Object.keys(context.req.header()).some((name) => forwardingHeader.test(name))
  const foreignPage = ['origin', 'referer'].some((name) => isElsewhere(context.req.header(name)))
  if (forwarded || foreignPage || !loopbackHosts.has(host)) refuse('host_unknown')
}

function isElsewhere(address: string | undefined): boolean {
  if (address === undefined || address === 'null') return false
  return !URL.canParse(address) || !isLoopback(new URL(address).hostname)
}

/** The requested host; behind a trusted proxy, the forwarded one. */
function hostOf(context: Context, config: Config): string {
  const forwarded = isFromProxy(context, config) ? context.req.header('x-forwarded-host') : ''
  const host = (forwarded || context.req.header('host') || '').split(',')[0]?.trim().toLowerCase()
  return (host ?? '').replace(config.publicUrl.startsWith('https:') ? /:443$/ : /:80$/, '')
}

/** True if the connection comes from a trusted proxy and so carries many callers. */
export function isFromProxy(context: Context, config: Proxies): boolean {
  const address = socketAddress(context)
  return address !== '' && trusts(config, address)
}

function socketAddress(context: Context): string {
  const bindings = context.env as Partial<HttpBindings> | undefined
  return bareAddress(bindings?.incoming?.socket.remoteAddress ?? '')
}

/** The socket's address, or the last hop that wasn't added by a trusted proxy. */
export function addressOf(context: Context, config: Config): string {
  let address = socketAddress(context)
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  while (address && trusts(config, address)) {
    const hop = bareAddress(hops.pop() ?? '')
    // A hop that isn't an IP address can't come from a trusted proxy.
    if (!isIP(hop)) break
    address = hop
  }
  return address
}

function trusts(config: Proxies, address: string): boolean {
  return config.trustedProxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

/** Strips brackets, port and zone: `203.0.113.11:40001` is one address, whatever the port. */
export function bareAddress(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const address = (bracketed ?? dotted ?? text).replace(/%.*$/, '').toLowerCase()
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** The settings that tell this site from others. */
type OwnSite = Pick<Config, 'publicUrl' | 'loopback'>

type Site = 'own' | 'foreign' | 'unsaid'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function sameSite(config: OwnSite): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const isSafe = safeMethods.has(context.req.method)
    if (!isSafe && siteOf(context, config) === 'foreign') refuse('cross_site')
    await next()
  }
}

function countsCookies(context: Context, config: OwnSite): boolean {
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

/**
 * The chosen language (public/theme.js) comes before the browser's. It proves nothing about the
 * caller, so that pages of other sites may send it.
 */
function chosenLanguage(context: Context): MailLanguage | undefined {
  const chosen = getCookie(context, 'language')
  return isMailLanguage(chosen) ? chosen : undefined
}

function mailLanguageOf(context: Context): MailLanguage {
  const accepted = (context.req.header('accept-language') ?? '').slice(
    0,
    serverLimits.headerLengthRead,
  )
  return chosenLanguage(context) ?? readMailLanguage(accepted)
}

/** Parses 'es-MX,es;q=0.9,en;q=0.8'; browsers list languages in order of preference. */
export function languagesOf(context: Context): string[] {
  const accepted = (context.req.header('accept-language') ?? '').split(',')
  const listed = accepted.map((one) => one.split(';')[0]?.trim() ?? '')
  return [chosenLanguage(context) ?? [], listed].flat()
}

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

/** @param kept null ends the cookie */
export function writeOwnCookie(
  context: Context,
  name: OwnCookie,
  kept: CookieToken | null,
  { sessions: { secureCookies } }: Pick<CookieSettings, 'sessions'>,
): void {
  const { token, expiresAt } = kept ?? { token: '', expiresAt: new Date(0) }
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
