/** For tests only: restores a test server's database from a backup, like an operator. */
import { restore } from '#sync-server/database/restore.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { testSessionSecret } from '#tests/support/run.ts'
import type { TestServer } from '#tests/support/server.ts'

export const restoreConfig = { sessionSecret: testSessionSecret, servingDatabaseUrl: undefined }

/** Empties the database, restores the backup and restarts the server. */
export async function restoreFrom(running: TestServer, path: string): Promise<void> {
  await emptyDatabase(running.database)
  await restore(running.database.ownerUrl, restoreConfig, path)
  await running.crash()
}
