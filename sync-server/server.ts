/** The server's parts, opened once by main.ts and passed to every handler. */

import type { Clock } from '#sync-server/rule/clock.ts'
import type { Sessions } from './accounts/session.ts'
import type { Config } from './config.ts'
import type { Doors } from './database/doors.ts'
import type { Drain } from './drain.ts'
import type { Domain } from './engine/domain.ts'
import type { Timeouts } from './engine/execute.ts'
import type { WriteQueue } from './engine/write.ts'
import type { Admission } from './http/admission.ts'
import type { Log } from './log.ts'
import type { Metrics, Signals } from './metrics.ts'
import type { PokeStreams, Pokes } from './sync/pokes.ts'
import type { SlowStatement } from './system/database.ts'

export interface Server {
  config: Config
  clock: Clock
  doors: Doors
  /** The rules behind the engine. */
  domain: Domain
  /** Serializes writes to a business. */
  writeQueue: WriteQueue
  /** Finds operations that always time out. */
  timeouts: Timeouts
  sessions: Sessions
  pokes: Pokes
  pokeStreams: PokeStreams
  /** Limits how often strangers may call. */
  admission: Admission
  log: Log
  drain: Drain
  /** Failing jobs and repairs that this process has seen. */
  signals: Signals
  metrics: Metrics
  /** Changes when the database is restored from a backup (docs/sync-protocol.md, "Restore"). */
  readonly epoch: string
  /** Re-reads the epoch: the database may have been replaced while the server runs. */
  lookAtEpoch(): Promise<void>
  /** Reads each serving login's own statements. */
  slowStatements(): Promise<SlowStatement[]>
  ready(): Promise<{ databaseAnswers: boolean; migrationsApplied: boolean }>
}
