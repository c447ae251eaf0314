/**
 * Where a call comes from, and whether this server answers there. A forwarded address counts only
 * from a trusted proxy. In development a foreign Host, a page of elsewhere or any trace of a proxy
 * is refused, so that a development server is never reached from outside; in production every name
 * but the one of PUBLIC_URL is.
 */
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { type Config, isLoopback } from '#sync-server/config.ts'
import { readMailLanguage } from '#sync-server/email/email.ts'
import { networkOf } from '#sync-server/rule/network.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { HttpEnv } from './route.ts'

type Proxies = Pick<Config, 'trustedProxies'>

/** What proxies, tunnels and content networks add; a call from this machine itself has none. */
const forwardingHeader = /^(forwarded|via|x-forwarded-|x-real-ip$|x-client-ip$|true-client-ip$|cf-)/
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Asked by monitors and orchestrators, by whatever address they know. */
const healthPaths = new Set(['/healthz', '/readyz'])

export function caller(config: Config): MiddlewareHandler<HttpEnv> {
  const ownHost = new URL(config.publicUrl).host
  return async (context, next) => {
    if (config.loopback) refuseForeign(context)
    else if (!healthPaths.has(context.req.path) && hostOf(context, config) !== ownHost) {
      refuse('host_unknown')
    }
    context.set('origin', {
      network: networkOf(addressOf(context, config)),
      userAgent: (context.req.header('user-agent') ?? '').slice(0, 512),
      language: readMailLanguage((context.req.header('accept-language') ?? '').slice(0, 512)),
    })
    await next()
  }
}

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

/** The name the caller used; behind a trusted proxy, the one that the proxy was asked by. */
function hostOf(context: Context, config: Config): string {
  const forwarded = isFromProxy(context, config) ? context.req.header('x-forwarded-host') : ''
  const host = (forwarded || context.req.header('host') || '').split(',')[0]?.trim().toLowerCase()
  return (host ?? '').replace(config.publicUrl.startsWith('https:') ? /:443$/ : /:80$/, '')
}

/** Whether the connection is one that a trusted proxy uses for all who ask through it. */
export function isFromProxy(context: Context, config: Proxies): boolean {
  const address = socketAddress(context)
  return address !== '' && trusts(config, address)
}

function socketAddress(context: Context): string {
  const bindings = context.env as Partial<HttpBindings> | undefined
  return bareAddress(bindings?.incoming?.socket.remoteAddress ?? '')
}

/** The socket's address, or the last one that no trusted proxy has written. */
export function addressOf(context: Context, config: Config): string {
  let address = socketAddress(context)
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  while (address && trusts(config, address)) {
    const hop = bareAddress(hops.pop() ?? '')
    // What is no address at all was not written by a proxy that one may trust.
    if (!isIP(hop)) break
    address = hop
  }
  return address
}

function trusts(config: Proxies, address: string): boolean {
  return config.trustedProxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

/** Without brackets, port and zone: `203.0.113.11:40001` is one address, whatever the port. */
export function bareAddress(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const address = (bracketed ?? dotted ?? text).replace(/%.*$/, '').toLowerCase()
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
