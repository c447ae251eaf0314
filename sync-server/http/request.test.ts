/** The log names a route, never a URL, which may contain card keys and search words. */
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { Drain } from '#sync-server/drain.ts'
import { Metrics } from '#sync-server/telemetry.ts'
import type { HttpEnv } from './call.ts'
import { requestLog } from './request.ts'

test.each([200, 404, 500])('logs an answer of %i without its URL', async (status) => {
  const lines: unknown[] = []
  const app = new Hono<HttpEnv>()
  const log = (...line: unknown[]) => lines.push(line)
  app.use(requestLog({ epoch: 'one', metrics: new Metrics(), drain: new Drain(), log }))
  app.get('/api/business/:businessId/customers', (context) => context.body(null, status as 200))
  await app.request('/api/business/b1/customers?q=ann%40example.com&limit=10', {
    headers: { 'Regulars-Query': 'q=ann%40example.com' },
  })
  expect(lines).toEqual([
    [
      'request',
      {
        requestId: expect.any(String),
        method: 'GET',
        route: '/api/business/:businessId/customers',
        status,
        tookMs: expect.any(Number),
      },
    ],
  ])
})
