/**
 * `regulars upgrade-database`: moves the embedded database to this release's major version of
 * PostgreSQL, by a back-up and a restore. The old one stays in its place until the new one's ledger
 * is proven, and beside it afterwards (docs/operations.md, "Upgrades").
 */
import { readConfig } from '#sync-server/config.ts'
import { backUp } from '#sync-server/database/back-up.ts'
import { DatabaseProblem } from '#sync-server/database-problem.ts'
import { upgradeEmbeddedDatabase } from '#sync-server/embedded-postgres/replace.ts'
import { told } from './backup.ts'
import { count, onServerOf, say } from './on-server.ts'
import { load } from './restore.ts'
import { countBroken } from './verify-ledger.ts'

export async function upgradeDatabase(programs?: string): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl) {
    throw new DatabaseProblem(
      'DATABASE_URL names a PostgreSQL of your own: upgrade it by its own tools.',
    )
  }
  const options = { dataDir: config.dataDir, log: say }
  const done = await upgradeEmbeddedDatabase(options, programs, async (oldUrl, newUrl, file) => {
    await backUp(oldUrl, file, told)
    const { rows } = await load(newUrl, config, file)
    const { businesses, broken } = await onServerOf(newUrl, config, countBroken)
    if (broken > 0) {
      throw new DatabaseProblem(
        `${broken} laws of the ledger are broken after the move, so nothing is changed. Run "regulars verify-ledger" with the earlier release, and report it.`,
      )
    }
    say(`${count(rows)} rows are moved, and the ledgers of ${businesses} businesses add up.`)
  })
  if (!done) return say('This release’s PostgreSQL made the database: there is nothing to do.')
  say(
    `The database is PostgreSQL ${done.to}’s now. The one of PostgreSQL ${done.from} is kept in ${done.aside} until you delete it.`,
  )
}
