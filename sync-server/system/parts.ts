/** The server's parts that watch the installation. */
import type { Parts } from '#sync-server/rule/parts.ts'
import type { Signals } from '#sync-server/telemetry.ts'
import type { SlowStatement } from './database.ts'

export interface SystemParts extends Parts {
  /** Failing jobs and repairs that this process has seen. */
  signals: Signals
  /** Reads each serving login's own statements. */
  slowStatements(): Promise<SlowStatement[]>
  ready(): Promise<{ databaseAnswers: boolean; migrationsApplied: boolean }>
}
