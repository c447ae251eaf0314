/** Assigns each request an id, marks the response as ours, and logs the route. */
import type { MiddlewareHandler } from 'hono'
import { newKey } from '#sync-server/rule/id.ts'
import type { Server } from '#sync-server/server.ts'
import type { HttpEnv } from './route.ts'

export function requestLog(server: Pick<Server, 'log' | 'epoch'>): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const requestId = newKey()
    const startedAt = performance.now()
    context.set('requestId', requestId)
    context.set('actor', { kind: 'visitor' })
    await next()
    context.header('X-Request-Id', requestId)
    // The app recognizes our responses by this header, since a captive portal doesn't send it.
    context.header('Regulars-Api', '1')
    // Customers' phones notice a restore by it (docs/sync-protocol.md, "Restore").
    context.header('Regulars-Epoch', server.epoch)
    if (context.res.status >= 500 || context.req.path.startsWith('/api/')) {
      server.log('request', {
        requestId,
        method: context.req.method,
        route: context.req.routePath,
        status: context.res.status,
        tookMs: Math.round(performance.now() - startedAt),
      })
    }
  }
}
