/** What every part of the server is handed: the real parts, opened once by main.ts. */

import type { Clock } from '#sync-server/rule/clock.ts'
import type { Sessions } from './accounts/session.ts'
import type { Config } from './config.ts'
import type { Doors } from './database/doors.ts'
import type { WriteQueue } from './engine/write-queue.ts'
import type { Admission } from './http/admission.ts'
import type { Log } from './log.ts'
import type { Pokes } from './sync/pokes.ts'

export interface Server {
  config: Config
  clock: Clock
  doors: Doors
  /** Where what changes a business waits for its turn. */
  writeQueue: WriteQueue
  sessions: Sessions
  pokes: Pokes
  /** How often strangers may ask. */
  admission: Admission
  log: Log
  /** Changes when the database is restored from a back-up (docs/sync-protocol.md, "Restore"). */
  readonly epoch: string
  /** The database may have been replaced under a server that runs. */
  lookAtEpoch(): Promise<void>
  ready(): Promise<{ databaseAnswers: boolean; migrationsApplied: boolean }>
}
