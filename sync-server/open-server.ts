/** Puts the server's parts together over an open database; main.ts and the tests both start here. */
import postgres from 'postgres'
import { installation } from '#schema/database/installation.ts'
import { type Clock, systemClock } from '#sync-server/rule/clock.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { createSessions } from './accounts/session.ts'
import type { Config } from './config.ts'
import { createDoors, type DoorOptions, type Doors } from './database/doors.ts'
import { WriteQueue } from './engine/write-queue.ts'
import { Admission } from './http/admission.ts'
import type { Log } from './log.ts'
import type { Server } from './server.ts'
import { openPokes } from './sync/pokes.ts'

interface OpenDatabase {
  serving: postgres.Sql
  platform: postgres.Sql
  listen: string
  ready: Server['ready']
}

export interface OpenedServer extends Server {
  close(): Promise<void>
}

export async function openServer(
  config: Config,
  database: OpenDatabase,
  log: Log,
  { clock = systemClock, doors: doorOptions = {} }: { clock?: Clock; doors?: DoorOptions } = {},
): Promise<OpenedServer> {
  const doors = createDoors(database, doorOptions)
  const listening = postgres(database.listen, { max: 1, onnotice: () => {} })
  const pokes = await openPokes(listening, log)
  return {
    config,
    clock,
    doors,
    writeQueue: new WriteQueue(),
    pokes,
    admission: new Admission(clock),
    log,
    sessions: createSessions({
      doors,
      clock,
      secret: config.sessionSecret,
      secureCookies: config.publicUrl.startsWith('https:'),
    }),
    epoch: await readEpoch(doors, clock),
    ready: database.ready,
    async close() {
      await pokes.close()
      await listening.end({ timeout: 2 })
    },
  }
}

async function readEpoch(doors: Doors, clock: Clock): Promise<string> {
  return doors.platform(async (db) => {
    await db
      .insert(installation)
      .values({ epoch: newKey(), createdAt: clock.now() })
      .onConflictDoNothing()
    const [row] = await db.select({ epoch: installation.epoch }).from(installation)
    if (!row) throw new Error('The installation has no row')
    return row.epoch
  })
}
