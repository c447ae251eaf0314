/**
 * Determines a call's origin, and whether this server answers at the requested host and site. It
 * trusts a forwarded address only from a trusted proxy. An unsafe call from another site is refused
 * or loses its cookies (docs/trust.md 7).
 */
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { type Config, isLoopback } from '#sync-server/config.ts'
import {
  isMailLanguage,
  type MailLanguage,
  networkOf,
  readMailLanguage,
} from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
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
