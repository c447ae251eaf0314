/** The database: its version, size, clock and tables, the last back-up, and slow statements. */
import { sql } from 'drizzle-orm'
import type postgres from 'postgres'
import type { Finding } from '#schema/contract/system.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { installation } from '#schema/database/installation.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { withoutLiterals } from '#sync-server/database/fault.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

type Reading = Pick<Transaction, 'select' | 'execute'>

/** @param pending migrations that are missing; null on an empty database */
export async function examineDatabase(db: Reading, pending: number | null): Promise<Finding[]> {
  const [found] = await db.execute<{ version: string; size: string; at: string }>(sql`
    select current_setting('server_version') as version,
      extract(epoch from clock_timestamp()) * 1000 as at,
      pg_size_pretty(pg_database_size(current_database())) as size`)
  const { version = '', size = '', at = 0 } = found ?? {}
  const seconds = Math.round(Math.abs(Date.now() - Number(at)) / 1000)
  return [
    { part: 'database', state: 'good', code: 'databaseAnswers', figures: { version, size } },
    pending === 0
      ? { part: 'database', state: 'good', code: 'tablesCurrent', figures: {} }
      : {
          part: 'database',
          state: 'doubtful',
          code: 'migrationsMissing',
          figures: { count: pending ?? -1 },
        },
    seconds <= serverLimits.databaseClockSeconds
      ? { part: 'clock', state: 'good', code: 'clockAgrees', figures: {} }
      : { part: 'clock', state: 'broken', code: 'clockDiffers', figures: { seconds } },
  ]
}

/** Only `regulars backup` leaves a note; other tools are not seen. */
export async function examineBackUp(db: Reading, now: Date): Promise<Finding> {
  const part = 'backup'
  const [row] = await db.select({ at: installation.backedUpAt }).from(installation)
  if (!row?.at) return { part, state: 'doubtful', code: 'backupNever', figures: {} }
  const figures = { at: row.at.toISOString() }
  return now.getTime() - row.at.getTime() <= serverLimits.backUpDays * dayMs
    ? { part, state: 'good', code: 'backedUp', figures }
    : { part, state: 'doubtful', code: 'backupOld', figures }
}

export interface SlowStatement {
  statement: string
  milliseconds: number
}

/**
 * Finds statements that run now for longer than a few seconds and, where pg_stat_statements is
 * installed, those that are slow on average. A login sees its own statements only, unless it may read all statistics.
 */
export async function readSlowStatements(
  login: postgres.Sql,
  longerThanSeconds: number = serverLimits.slowStatementSeconds,
): Promise<SlowStatement[]> {
  const running = await login<{ query: string; ms: number }[]>`
    select query, (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms
    from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
      and backend_type = 'client backend' and query !~* '^copy '
      and query_start < clock_timestamp() - make_interval(secs => ${longerThanSeconds})
    limit ${serverLimits.slowStatementsShown}`
  const [statistics] = await login`select to_regclass('pg_stat_statements') as there`
  const usual = statistics?.there
    ? await login<{ query: string; ms: number }[]>`
        select query, mean_exec_time as ms from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())
          and calls >= 10 and mean_exec_time > ${serverLimits.slowStatementMeanMs}
          and query !~* '^(copy |<insufficient)'
        order by total_exec_time desc limit ${serverLimits.slowStatementsShown}`
    : []
  return [...running, ...usual].map(({ query, ms }) => ({
    statement: withoutLiterals(query),
    milliseconds: Math.round(ms),
  }))
}

export function examineStatements(slow: readonly SlowStatement[]): Finding[] {
  const part = 'statements'
  if (slow.length === 0) return [{ part, state: 'good', code: 'statementsFast', figures: {} }]
  return slow.map((figures) => ({
    part,
    state: 'doubtful',
    code: 'statementSlow',
    figures: { ...figures },
  }))
}
