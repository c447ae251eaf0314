/** One round of the watch: finds troubles, stores them, reports them, and retries failed work. */

import type { examineDisk } from './disk.ts'
import { findTroubles } from './find-troubles.ts'
import type { SystemParts } from './parts.ts'
import { tellTroubles } from './tell.ts'
import { noteTroubles, readRetry } from './troubles.ts'

export async function watchSystem(server: SystemParts, disk?: typeof examineDisk): Promise<void> {
  const seen = await findTroubles(server, disk)
  const askedAt = await server.doors.platform(async (db) => {
    await noteTroubles(db, seen, server.clock.now())
    return readRetry(db)
  })
  await tellTroubles(server)
  if (askedAt) server.signals.retry(askedAt)
}
