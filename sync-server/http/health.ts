/**
 * `/healthz`: the process is alive. `/readyz`: the database answers and is migrated, and the server
 * is not about to stop.
 */
import type { Hono } from 'hono'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { HttpEnv } from './call.ts'
import { keptBriefly } from './kept-briefly.ts'
import { answerReady, makeReady } from './ready-answer.ts'

const json = 'application/json'

export function mountHealth(app: Hono<HttpEnv>, server: Server): void {
  const alive = makeReady(JSON.stringify({ alive: true }), json)
  const isLeaving = { ready: false, isStopping: true }
  const leaving = { ready: false, answer: makeReady(JSON.stringify(isLeaving), json) }
  const look = keptBriefly(async () => {
    const state = await server.ready()
    const ready = state.databaseAnswers && state.migrationsApplied
    return { ready, answer: makeReady(JSON.stringify({ ready, ...state }), json) }
  }, serverLimits.readinessKeptMs)
  app.get('/healthz', (context) => answerReady(context, alive, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (context) => {
    const { ready, answer } = server.drain.isLeaving ? leaving : await look()
    context.status(ready ? 200 : 503)
    return answerReady(context, answer, { 'Cache-Control': 'no-store' })
  })
}
