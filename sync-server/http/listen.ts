/**
 * The server's listener. A client that never finishes its headers or body gets a 408 and is
 * disconnected, so half a request ties up nothing for long (docs/trust.md 30).
 */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { serverLimits } from '#sync-server/server-limits.ts'

interface Place {
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch']
  port: number
  hostname: string
}

const patience = {
  headersTimeout: serverLimits.headersSeconds * 1_000,
  requestTimeout: serverLimits.requestSeconds * 1_000,
  keepAliveTimeout: serverLimits.idleConnectionSeconds * 1_000,
  /** How often Node checks for overdue requests. */
  connectionsCheckingInterval: serverLimits.requestCheckSeconds * 1_000,
}

export function listen(
  place: Place,
  onListening?: (address: AddressInfo) => void,
  serverOptions: Partial<typeof patience> = patience,
): ServerType {
  const { port, hostname } = place
  const server = createAdaptorServer({ ...place, serverOptions })
  server.listen({ port, host: hostname, backlog: serverLimits.connectionsWaiting }, () =>
    onListening?.(server.address() as AddressInfo),
  )
  return server
}
