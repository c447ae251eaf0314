/**
 * `regulars migrate`: creates the logins and brings the tables to this release without serving
 * (docs/operations.md, "Upgrades"). Does nothing if they are there.
 */
import { readConfig } from '#sync-server/config.ts'
import { openDatabase } from '#sync-server/database/connect.ts'
import { say } from './on-server.ts'

export async function migrateTables(): Promise<void> {
  // Unlike other commands, it also creates the embedded database.
  const database = await openDatabase(readConfig(process.env), say)
  await database.close()
  say('The tables are those of this release.')
}
