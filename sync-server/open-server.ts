/** Assembles the server over an open database; main.ts and the tests both start here. */
import postgres from 'postgres'
import type { Clock } from '#sync-server/rule/parts.ts'
import { createSessions } from './accounts/session.ts'
import type { Config } from './config.ts'
import { createDoors, type DoorOptions } from './database/doors.ts'
import { Drain } from './drain.ts'
import { Timeouts } from './engine/execute.ts'
import { WriteQueue } from './engine/write.ts'
import { Admission } from './http/admission.ts'
import { loyaltyDomain } from './loyalty/domain.ts'
import type { Server } from './server.ts'
import { readEpoch } from './sync/epoch.ts'
import { openPokes, PokeStreams } from './sync/pokes.ts'
import { readSlowStatements } from './system/database.ts'
import { type Log, Metrics, observeLog, Signals } from './telemetry.ts'

interface OpenDatabase {
  serving: postgres.Sql
  platform: postgres.Sql
  listen: string
  socket?: string | undefined
  filesId?: string
  ready: Server['ready']
}

export interface OpenedServer extends Server {
  close(): Promise<void>
}

export async function openServer(
  config: Config,
  database: OpenDatabase,
  write: Log,
  {
    clock = { now: () => new Date() },
    doors: doorOptions = {},
  }: { clock?: Clock; doors?: DoorOptions } = {},
): Promise<OpenedServer> {
  const metrics = new Metrics()
  const signals = new Signals()
  const log = observeLog(write, metrics, signals)
  const doors = createDoors(database, doorOptions)
  // Skip the type query, as on the other connections (database/connect.ts).
  const listening = postgres(database.listen, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    ...(database.socket && { path: database.socket }),
  })
  const pokes = await openPokes(listening, log)
  const askEpoch = () => readEpoch(doors, clock.now(), database.filesId)
  const server: OpenedServer & { epoch: string } = {
    config,
    clock,
    doors,
    domain: loyaltyDomain,
    writeQueue: new WriteQueue(),
    timeouts: new Timeouts(doors, clock),
    pokes,
    pokeStreams: new PokeStreams(),
    admission: new Admission(clock),
    log,
    metrics,
    drain: new Drain(),
    signals,
    sessions: createSessions({
      doors,
      clock,
      secrets: config,
      secureCookies: config.publicUrl.startsWith('https:'),
      superAdminSecondFactor: config.superAdminSecondFactor,
    }),
    epoch: await askEpoch(),
    async lookAtEpoch() {
      server.epoch = await askEpoch()
    },
    async slowStatements() {
      const logins = [database.serving, database.platform]
      return (await Promise.all(logins.map((login) => readSlowStatements(login)))).flat()
    },
    ready: database.ready,
    async close() {
      // A dropped connection never answers UNLISTEN, so don't wait for it beyond the timeout.
      const unlistened = pokes.close().catch(() => {})
      await listening.end({ timeout: 2 })
      await unlistened
    },
  }
  return server
}
