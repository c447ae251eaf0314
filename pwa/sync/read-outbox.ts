/** Reads the outbox from disk: waiting rows, and rows applied after the version on screen. */
import type { AliasMeta, DeviceDatabase, OutboxRow } from '#pwa/device/device-database.ts'

export interface OutboxOnDisk {
  rows: OutboxRow[]
  aliases: Record<string, string>
}

/**
 * Call inside a transaction over outbox, journal and meta.
 * @param shownVersion the version of the rows on the screen
 */
export async function readOutbox(
  database: DeviceDatabase,
  shownVersion: number,
): Promise<OutboxOnDisk> {
  const [waiting, settled, aliases] = await Promise.all([
    database.outbox.toArray(),
    database.journal.where('lastVersion').above(shownVersion).toArray(),
    database.meta.get('aliases') as PromiseLike<AliasMeta | undefined>,
  ])
  const acknowledged = settled
    .flatMap((batch) => batch.rows)
    .filter((row) => row.status === 'acknowledged' && (row.version ?? 0) > shownVersion)
  return { rows: [...acknowledged, ...waiting], aliases: aliases?.memberIds ?? {} }
}
