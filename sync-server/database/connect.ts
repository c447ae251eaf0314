/**
 * Opens the database that DATABASE_URL names, or the embedded one. Once it resolves, the tables
 * match this release, the serving logins are subject to row-level security, and the owner's
 * connection is closed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import type { Config } from '#sync-server/config.ts'
import { ensureLogins, type LoginUrls, refuseHighLogin } from '#sync-server/database/logins.ts'
import { migrate, pendingMigrations } from '#sync-server/database/migrate.ts'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'
import { startEmbeddedDatabase } from '#sync-server/embedded-postgres/embedded-postgres.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export type DatabaseConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'servingDatabaseUrl' | 'sessionSecret'
>

export type Database = {
  /** Login for tenant work: one business per transaction. */
  serving: postgres.Sql
  /** Login for accounts and work across all businesses. */
  platform: postgres.Sql
  /** URL for a LISTEN connection; never a pooler, which would drop notifications. */
  listen: string
  /** The embedded database's Unix socket, if any. */
  socket: string | undefined
  /** Identifies the embedded database's files; a copy of them has another id. */
  filesId: string
  ready(): Promise<Readiness>
  /** Resolves with a sentence once an embedded database is lost for good. */
  gone: Promise<string>
  close(): Promise<void>
}

type Readiness = { databaseAnswers: boolean; migrationsApplied: boolean }

const versionNumberMin = 150_000
const readyTimeoutMs = 2_000
const closeTimeoutSeconds = 5

export async function openDatabase(
  config: DatabaseConfig,
  log: (sentence: string) => void,
): Promise<Database> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedDatabase({ dataDir: config.dataDir, log })
      : undefined
  const ownerUrl = embedded?.ownerUrl ?? config.databaseUrl ?? ''
  try {
    const urls = await prepareDatabase(ownerUrl, config)
    const socket = embedded?.socket
    const pools = await openPools(urls, socket)
    return {
      ...pools,
      listen: urls.platform,
      socket,
      filesId: embedded?.filesId ?? '',
      ready: () => checkReadiness(pools.serving),
      gone: embedded?.gone ?? new Promise(() => {}),
      async close() {
        await endPools(pools)
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Creates logins before tables, because the migrations grant to the logins. */
export async function prepareDatabase(
  ownerUrl: string,
  config: Pick<Config, 'servingDatabaseUrl' | 'sessionSecret'>,
  migrations?: string,
): Promise<LoginUrls> {
  const sql = postgres(ownerUrl, { ...shared, max: 2, connection: named('regulars-start') })
  try {
    const versionNumber = await readVersionNumber(sql)
    const owner = { sql, url: ownerUrl, versionNumber }
    const urls = await ensureLogins(owner, config.sessionSecret, config.servingDatabaseUrl)
    await migrate(sql, migrations)
    return urls
  } finally {
    await sql.end({ timeout: closeTimeoutSeconds })
  }
}

/**
 * `fetch_types` would query array types on each new connection. No caller awaits that query, so if
 * the connection breaks during it, the unhandled rejection ends the process. We pass no arrays
 * through the driver.
 */
const shared = { connect_timeout: 10, fetch_types: false, onnotice: () => {} }

function named(application_name: string) {
  return { application_name, TimeZone: 'UTC' }
}

async function readVersionNumber(sql: postgres.Sql): Promise<number> {
  const [answer] = await sql`show server_version_num`.catch((error) => {
    throw new DatabaseProblem(
      `The database of DATABASE_URL does not answer (${reasonOf(error)}): check the address, the login and that it runs.`,
    )
  })
  const versionNumber = Number(answer?.server_version_num)
  if (versionNumber >= versionNumberMin) return versionNumber
  throw new DatabaseProblem(
    `The database of DATABASE_URL is PostgreSQL ${Math.floor(versionNumber / 10_000)}: PostgreSQL 15 or newer is needed.`,
  )
}

type Pools = { serving: postgres.Sql; platform: postgres.Sql }

async function openPools(urls: LoginUrls, path: string | undefined): Promise<Pools> {
  const pools = {
    serving: openPool(urls.serving, 'regulars-serving', serverLimits.servingConnections, path),
    platform: openPool(urls.platform, 'regulars-platform', serverLimits.platformConnections, path),
  }
  try {
    await Promise.all([refuseHighLogin(pools.serving), refuseHighLogin(pools.platform)])
    return pools
  } catch (error) {
    await endPools(pools)
    throw error
  }
}

/** Sets only parameters that a pooler passes on; all other settings are on the login. */
function openPool(url: string, name: string, max: number, path?: string): postgres.Sql {
  return postgres(url, { ...shared, max, connection: named(name), ...(path && { path }) })
}

async function endPools({ serving, platform }: Pools): Promise<void> {
  const timeout = closeTimeoutSeconds
  await Promise.all([serving.end({ timeout }), platform.end({ timeout })])
}

async function checkReadiness(serving: postgres.Sql): Promise<Readiness> {
  const silence = { databaseAnswers: false, migrationsApplied: false }
  const answer = pendingMigrations(serving).then(
    (pending) => ({ databaseAnswers: true, migrationsApplied: pending === 0 }),
    // A server-side error still proves that the database answers; a broken connection doesn't.
    (error) => ({ ...silence, databaseAnswers: error instanceof postgres.PostgresError }),
  )
  const stop = new AbortController()
  const late = pause(readyTimeoutMs, silence, { signal: stop.signal }).catch(() => silence)
  const readiness = await Promise.race([answer, late])
  stop.abort()
  return readiness
}
