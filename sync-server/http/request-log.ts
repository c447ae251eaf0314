/** Assigns each request an id, marks the response as ours, logs the route, and counts the call. */
import type { MiddlewareHandler } from 'hono'
import { newKey } from '#sync-server/rule/id.ts'
import type { Server } from '#sync-server/server.ts'
import { callOf } from './called.ts'
import type { HttpEnv } from './route.ts'

export function requestLog(
  server: Pick<Server, 'log' | 'epoch' | 'metrics' | 'drain'>,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const requestId = newKey()
    const startedAt = performance.now()
    context.set('requestId', requestId)
    context.set('actor', { kind: 'visitor' })
    const isApi = context.req.path.startsWith('/api/')
    const call = isApi ? callOf(context) : undefined
    context.set('call', call)
    await next()
    context.header('X-Request-Id', requestId)
    // A proxy opens its next connection to another server.
    if (server.drain.isLeaving) context.header('Connection', 'close')
    // The app recognizes our responses by this header, since a captive portal doesn't send it.
    context.header('Regulars-Api', '1')
    // Customers' phones notice a restore by it (docs/sync-protocol.md, "Restore").
    context.header('Regulars-Epoch', server.epoch)
    const { status } = context.res
    const tookMs = performance.now() - startedAt
    server.metrics.answered(call ?? (isApi ? 'other' : 'page'), status, tookMs)
    if (status >= 500 || isApi) {
      server.log('request', {
        requestId,
        method: context.req.method,
        route: context.req.routePath,
        status,
        tookMs: Math.round(tookMs),
      })
    }
  }
}
