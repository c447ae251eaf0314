/**
 * `npm run backup -- FILE`: writes all rows of the database that the settings name into one file,
 * beside a serving server (docs/operations.md, "Back-up").
 */

import { onDatabase, say } from '#scripts/on-database.ts'
import { readConfig } from '#sync-server/config.ts'
import { backUp } from '#sync-server/database/back-up.ts'
import { visitEmbeddedDatabase } from '#sync-server/embedded-postgres/embedded-postgres.ts'

await onDatabase('backup', async (path) => {
  const config = readConfig(process.env)
  const database = config.databaseUrl
    ? { ownerUrl: config.databaseUrl, stop: async () => {} }
    : await visitEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  const rows = await backUp(database.ownerUrl, path).finally(() => database.stop())
  say(`${rows} rows are in ${path}. Keep SESSION_SECRET with it, but not in the same place.`)
})
