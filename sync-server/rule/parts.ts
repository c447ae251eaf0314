/** The server's parts that rules, mails and jobs use; `Server` (server.ts) has all of them. */
import type { Config } from '#sync-server/config.ts'
import type { Doors } from '#sync-server/database/doors.ts'
import type { Log } from '#sync-server/telemetry.ts'

/** The server's time, in one place so that tests can set it. */
export interface Clock {
  now(): Date
}

export interface Parts {
  config: Config
  clock: Clock
  doors: Doors
  /** Notifies a business's devices of its new version. */
  pokes: { announce(businessId: string, version: number): void }
  log: Log
}
