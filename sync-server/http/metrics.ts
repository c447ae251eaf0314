/**
 * Serves `/metrics` in Prometheus's format to callers that send METRICS_TOKEN as a bearer token. Without the
 * setting or with another token it answers like an address that does not exist.
 */
import type { Hono } from 'hono'
import { readQueueFigures } from '#sync-server/email/queue-figures.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { isSameSecret } from '#sync-server/secret.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { HttpEnv } from './call.ts'
import { keptBriefly } from './kept-briefly.ts'

export function mountMetrics(app: Hono<HttpEnv>, server: Server): void {
  const { metrics, admission } = server
  const { metricsToken } = server.config
  if (metricsToken) {
    watch(server)
    metrics.watchProcess()
  }
  app.get('/metrics', async (context) => {
    const given = context.req.header('authorization') ?? ''
    if (!metricsToken || !isSameSecret(given, `Bearer ${metricsToken}`)) {
      admission.visit(context.var.origin.network, 'unknown')
      return refuse('not_found')
    }
    const { type, text } = await metrics.text()
    return context.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  })
}

function watch({ metrics, writeQueue, pokeStreams, doors, clock }: Server): void {
  const mails = keptBriefly(
    () => doors.platform(readQueueFigures).catch(() => null),
    serverLimits.mailFiguresKeptMs,
  )
  const ageSeconds = (at: Date | null) => (at ? (clock.now().getTime() - at.getTime()) / 1000 : 0)
  metrics.watch({
    write_queue_operations: {
      help: 'Operations that wait for their business’s transaction.',
      read: () => writeQueue.look().operations,
    },
    write_queue_oldest_seconds: {
      help: 'How long the oldest of them has waited.',
      read: () => writeQueue.look().oldestMs / 1000,
    },
    write_transactions: {
      help: 'Writing transactions under way.',
      read: () => writeQueue.look().underWay,
    },
    poke_streams: { help: 'Open streams of pokes.', read: () => pokeStreams.count },
    serving_connections_wanted: {
      help: 'Transactions of businesses, open or waiting for a connection.',
      read: () => doors.inUse.serving,
    },
    serving_connections_max: {
      help: 'Connections for them.',
      read: () => serverLimits.servingConnections,
    },
    platform_connections_wanted: {
      help: 'Transactions of accounts and the platform, open or waiting for a connection.',
      read: () => doors.inUse.platform,
    },
    platform_connections_max: {
      help: 'Connections for them.',
      read: () => serverLimits.platformConnections,
    },
    mails_waiting: {
      help: 'Mails of all servers that wait, NaN if the database is silent.',
      read: async () => (await mails())?.waiting ?? Number.NaN,
    },
    mails_oldest_seconds: {
      help: 'How long ago the oldest of them was queued.',
      read: async () => ageSeconds((await mails())?.oldestAt ?? null),
    },
    mails_given_up: {
      help: 'Mails that were tried for the last time, kept for a week.',
      read: async () => (await mails())?.givenUp ?? Number.NaN,
    },
  })
}
