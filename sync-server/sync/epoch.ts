/**
 * Identifies this database. A device that sees another epoch sends again what a restored server may
 * have lost (docs/sync-protocol.md, "Restore"). A backup must not contain the epoch, so it is
 * derived from values that no backup holds: PostgreSQL's ids of this cluster, its timeline, this
 * database and this table, and the id of the embedded database's files. A failover that may have
 * lost commits changes it too.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { installation } from '#schema/database/installation.ts'
import type { Doors } from '#sync-server/database/doors.ts'
import { newKey } from '#sync-server/rule/id.ts'

export async function readEpoch(doors: Doors, now: Date, filesId = ''): Promise<string> {
  return doors.platform(async (db) => {
    await db.insert(installation).values({ epoch: newKey(), createdAt: now }).onConflictDoNothing()
    const [row] = await db
      .select({
        epoch: installation.epoch,
        place: sql<string>`(
          select concat_ws(' ', system_identifier, timeline_id, d.oid, 'installation'::regclass::oid)
          from pg_control_system(), pg_control_checkpoint(), pg_database d
          where d.datname = current_database())`,
      })
      .from(installation)
    if (!row) throw new Error('The installation has no row')
    const parts = [row.epoch, row.place, filesId].join(' ')
    return createHash('sha256').update(parts).digest('base64url').slice(0, 22)
  })
}
