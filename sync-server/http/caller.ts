/**
 * Where a call comes from. A forwarded address counts only from a trusted proxy; outside of
 * production a foreign Host or any forwarding header is refused, so that a development server is
 * never reached from elsewhere (decisions.md §4).
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '#sync-server/config.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { HttpEnv } from './route.ts'

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

export function caller(config: Config): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (config.loopback) refuseForeign(context)
    context.set('origin', {
      network: networkOf(addressOf(context, config)),
      userAgent: (context.req.header('user-agent') ?? '').slice(0, 512),
    })
    await next()
  }
}

function refuseForeign(context: Context): void {
  const host = (context.req.header('host') ?? '').replace(/:\d+$/, '').toLowerCase()
  const forwarded = forwardingHeaders.some((header) => context.req.header(header) !== undefined)
  if (forwarded || !loopbackHosts.has(host)) refuse('host_unknown')
}

/** The socket's address, or the last one that no trusted proxy has written. */
export function addressOf(context: Context, config: Config): string {
  const bindings = context.env as Partial<HttpBindings> | undefined
  let address = plain(bindings?.incoming?.socket.remoteAddress ?? '')
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  while (address && trusts(config, address)) {
    const hop = hops.pop()
    if (!hop) break
    address = plain(hop)
  }
  return address
}

function trusts(config: Config, address: string): boolean {
  return config.trustedProxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** One household or shop: the address, or the /64 of an IPv6 one. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return `${groups.slice(0, 4).join(':')}::/64`
}
