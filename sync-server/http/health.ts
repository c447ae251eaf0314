/** `/healthz`: the process is alive. `/readyz`: the database answers and is migrated. */
import type { Hono } from 'hono'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { answerReady, makeReady } from './ready-answer.ts'
import type { HttpEnv } from './route.ts'

const json = 'application/json'

export function mountHealth(app: Hono<HttpEnv>, server: Server): void {
  const alive = makeReady(JSON.stringify({ alive: true }), json)
  const look = keptBriefly(async () => {
    const state = await server.ready()
    const ready = state.databaseAnswers && state.migrationsApplied
    return { ready, answer: makeReady(JSON.stringify({ ready, ...state }), json) }
  })
  app.get('/healthz', (context) => answerReady(context, alive, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (context) => {
    const { ready, answer } = await look()
    context.status(ready ? 200 : 503)
    return answerReady(context, answer, { 'Cache-Control': 'no-store' })
  })
}

/** Shares one database check among all callers for a while: monitors bypass admission. */
function keptBriefly<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined
  let askedAt = 0
  return () => {
    const now = performance.now()
    if (found && now - askedAt < serverLimits.readinessKeptMs) return found
    askedAt = now
    found = find()
    return found
  }
}
