/**
 * `npm run restore -- FILE`: makes the database of the settings anew from a back-up
 * (docs/operations.md, "Restore"). The embedded one that was there is kept beside the new one.
 */

import { onDatabase, say } from '#scripts/on-database.ts'
import { readConfig } from '#sync-server/config.ts'
import { restore } from '#sync-server/database/restore.ts'
import { replaceEmbeddedDatabase } from '#sync-server/embedded-postgres/embedded-postgres.ts'

await onDatabase('restore', async (path) => {
  const config = readConfig(process.env)
  const load = async (ownerUrl: string) => {
    const { rows, takenAt } = await restore(ownerUrl, config, path)
    say(`${rows} rows of ${takenAt} are restored. What devices saved since comes back by itself.`)
  }
  if (config.databaseUrl) return load(config.databaseUrl)
  const old = await replaceEmbeddedDatabase({ dataDir: config.dataDir, log: say }, load)
  if (old) say(`The database that was there is kept in ${old}.`)
})
