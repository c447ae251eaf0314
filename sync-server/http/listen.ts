/**
 * How the server listens. Whoever sends headers or a body without ever ending them is answered 408
 * and loses the connection, so that half a request holds nothing for long (docs/trust.md 30).
 */
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { serverLimits } from '#sync-server/server-limits.ts'

interface Place {
  fetch: Parameters<typeof serve>[0]['fetch']
  port: number
  hostname: string
}

const patience = {
  headersTimeout: serverLimits.headersSeconds * 1_000,
  requestTimeout: serverLimits.requestSeconds * 1_000,
  /** How often Node looks for those whose time is over. */
  connectionsCheckingInterval: serverLimits.requestCheckSeconds * 1_000,
}

export function listen(
  place: Place,
  onListening?: (address: AddressInfo) => void,
  serverOptions = patience,
): ServerType {
  return serve({ ...place, serverOptions }, onListening)
}
