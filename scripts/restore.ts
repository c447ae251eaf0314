/**
 * `regulars restore FILE`: replaces the configured database with a backup (docs/operations.md,
 * "Restore"). Keeps an existing embedded database beside the new one.
 */

import { readConfig } from '#sync-server/config.ts'
import { type RestoreProgress, restore } from '#sync-server/database/restore.ts'
import { replaceEmbeddedDatabase } from '#sync-server/embedded-postgres/embedded-postgres.ts'
import { count, every, say } from './on-server.ts'

export async function restoreFrom(path: string): Promise<void> {
  const config = readConfig(process.env)
  const load = async (ownerUrl: string) => {
    const onProgress = every(5_000, ({ rows, part }: RestoreProgress) =>
      say(`${count(rows)} rows so far (writing ${part}) …`),
    )
    const { rows, takenAt, strays } = await restore(ownerUrl, config, path, onProgress)
    if (strays.length > 0) say(`Left out, since they are not this product’s: ${strays.join(', ')}.`)
    say(
      `${count(rows)} rows of ${takenAt} are restored. What devices saved since comes back by itself.`,
    )
  }
  if (config.databaseUrl) return load(config.databaseUrl)
  const old = await replaceEmbeddedDatabase({ dataDir: config.dataDir, log: say }, load)
  if (old) say(`The database that was there is kept in ${old}.`)
}
