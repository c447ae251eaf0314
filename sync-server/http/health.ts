/** `/healthz`: the process is alive. `/readyz`: the database answers and is migrated. */
import type { Hono } from 'hono'
import type { Server } from '#sync-server/server.ts'
import type { HttpEnv } from './route.ts'

export function mountHealth(app: Hono<HttpEnv>, server: Server): void {
  app.get('/healthz', (context) => context.json({ alive: true }))
  app.get('/readyz', async (context) => {
    const state = await server.ready()
    const ready = state.databaseAnswers && state.migrationsApplied
    return context.json({ ready, ...state }, ready ? 200 : 503)
  })
}
