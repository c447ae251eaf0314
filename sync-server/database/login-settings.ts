/**
 * Sets timeouts for statements, locks and idle transactions, and the search path, on a serving login
 * itself: a transaction pooler ignores settings that a connection requests.
 */
import type postgres from 'postgres'
import { DatabaseProblem } from '#sync-server/database-problem.ts'
import { isCode } from '#sync-server/private-file.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const settings = {
  statement_timeout: `${serverLimits.statementSeconds}s`,
  lock_timeout: `${serverLimits.lockWaitSeconds}s`,
  idle_in_transaction_session_timeout: `${serverLimits.idleTransactionSeconds}s`,
  // Never resolve to a temporary table instead of one of ours.
  search_path: 'public, pg_temp',
}

/**
 * @param change runs a statement that changes a role, and retries if another start was changing it
 */
export async function limitLogin(
  owner: postgres.Sql,
  login: string,
  change: (statement: string) => Promise<void>,
): Promise<void> {
  const wanted = Object.entries(settings).map(([name, text]) => `${name}=${text}`)
  const [row] = await owner<{ settings: string[] | null }[]>`
    select setconfig as settings from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole
    where r.rolname = ${login} and s.setdatabase = 0`
  if (wanted.every((setting) => row?.settings?.includes(setting))) return
  const role = `"${login.replaceAll('"', '""')}"`
  for (const [name, text] of Object.entries(settings)) {
    const statement = `alter role ${role} set ${name} = ${name === 'search_path' ? text : `'${text}'`}`
    try {
      await change(statement)
    } catch (error) {
      if (!isCode(error, '42501')) throw error
      throw new DatabaseProblem(
        `The login ${login} of SERVING_DATABASE_URL has no ${name}, and the login in DATABASE_URL may not set it: run ${statement};`,
      )
    }
  }
}

/**
 * Only the owner may create temporary tables or large objects in this database. If DATABASE_URL's
 * login doesn't own the database, that is up to its owner, and we change nothing.
 */
export async function closeDatabase(
  owner: postgres.Sql,
  change: (statement: string) => Promise<void>,
): Promise<void> {
  const [row] = await owner<{ name: string; isOpen: boolean; isOurs: boolean; isSuper: boolean }[]>`
    select quote_ident(d.datname) as name,
      has_database_privilege('regulars_serving', d.oid, 'temporary') as "isOpen",
      pg_has_role(current_user, d.datdba, 'usage') as "isOurs",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuper"
    from pg_database d where d.datname = current_database()`
  if (!row?.isOpen || !row.isOurs) return
  await change(`revoke temporary on database ${row.name} from public`)
  if (!row.isSuper) return
  await change(
    'revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public',
  )
}
