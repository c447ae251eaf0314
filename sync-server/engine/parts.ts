/** The server's parts that judge and store operations. */
import type { Parts } from '#sync-server/rule/parts.ts'
import type { Metrics } from '#sync-server/telemetry.ts'
import type { Domain } from './domain.ts'
import type { Timeouts } from './execute.ts'
import type { WriteQueue } from './write.ts'

export interface EngineParts extends Parts {
  /** The rules behind the engine. */
  domain: Domain
  /** Serializes writes to a business. */
  writeQueue: WriteQueue
  /** Finds operations that always time out. */
  timeouts: Timeouts
  metrics: Metrics
  /** Changes when the database is restored from a backup (docs/sync-protocol.md, "Restore"). */
  readonly epoch: string
}
