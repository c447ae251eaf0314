/** The server's parts, opened once by main.ts and passed to every handler. */
import type { Sessions } from './accounts/session.ts'
import type { Drain } from './drain.ts'
import type { EngineParts } from './engine/parts.ts'
import type { Admission } from './http/admission.ts'
import type { PokeStreams, Pokes } from './sync/pokes.ts'
import type { SystemParts } from './system/parts.ts'

export interface Server extends EngineParts, SystemParts {
  sessions: Sessions
  pokes: Pokes
  pokeStreams: PokeStreams
  /** Limits how often strangers may call. */
  admission: Admission
  drain: Drain
  /** Re-reads the epoch: the database may have been replaced while the server runs. */
  lookAtEpoch(): Promise<void>
}
