/**
 * `regulars restore FILE`: replaces the configured database with a backup (docs/operations.md,
 * "Restore"). Keeps an existing embedded database beside the new one.
 */

import { type Config, readConfig } from '#sync-server/config.ts'
import { type RestoreProgress, restore } from '#sync-server/database/restore.ts'
import { replaceEmbeddedDatabase } from '#sync-server/embedded-postgres/replace.ts'
import { count, every, say } from './on-server.ts'

export async function restoreFrom(path: string): Promise<void> {
  const config = readConfig(process.env)
  const loadAndTell = async (ownerUrl: string) => {
    const { rows, takenAt } = await load(ownerUrl, config, path)
    say(
      `${count(rows)} rows of ${takenAt} are restored. What devices saved since comes back by itself.`,
    )
  }
  if (config.databaseUrl) return loadAndTell(config.databaseUrl)
  const old = await replaceEmbeddedDatabase({ dataDir: config.dataDir, log: say }, loadAndTell)
  if (old) say(`The database that was there is kept in ${old}.`)
}

/** Loads a file into an empty database, and prints the progress. */
export async function load(ownerUrl: string, config: Config, path: string) {
  const onProgress = every(5_000, ({ rows, part }: RestoreProgress) =>
    say(`${count(rows)} rows so far (writing ${part}) …`),
  )
  const { strays, ...loaded } = await restore(ownerUrl, config, path, onProgress)
  if (strays.length > 0) say(`Left out, since they are not this product’s: ${strays.join(', ')}.`)
  return loaded
}
