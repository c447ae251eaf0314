/**
 * `npm run backup`: writes every row of the product's tables, as of one moment, into one file while
 * the server keeps running. Tables are in reference order, so a restore can load them one by one
 * (docs/decisions/0050-a-restored-database-is-another.md).
 */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { getTableName } from 'drizzle-orm'
import postgres from 'postgres'
import * as tables from '#schema/database/tables.ts'
import { type BackUpHead, backUpFormat, endOfRows } from '#sync-server/database/back-up-file.ts'
import { migrationTimes } from '#sync-server/database/migrate.ts'
import { readTables } from '#sync-server/database/reference-order.ts'
import { DatabaseProblem } from '#sync-server/database-problem.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface BackUpProgress {
  rows: number
  tablesDone: number
  tables: number
  /** The table being read. */
  table: string
}

interface BackUpResult {
  rows: number
  tables: number
  /** Tables of the schema that don't belong to the product; left out. */
  strays: string[]
}

interface BackUpOptions {
  /** Called for every chunk. */
  onProgress?: (progress: BackUpProgress) => void
  /** Maximum time without a chunk before the backup fails. */
  stallMs?: number
}

export async function backUp(
  ownerUrl: string,
  path: string,
  { onProgress, stallMs = serverLimits.backUpStallSeconds * 1000 }: BackUpOptions = {},
): Promise<BackUpResult> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: named })
  const draft = `${path}.part`
  const progress: BackUpProgress = { rows: 0, tablesDone: 0, tables: 0, table: '' }
  let strays: string[] = []
  let failure: unknown
  const watch = watchProgress(stallMs, () => sql.end({ timeout: 0 }))
  try {
    await requireAllRows(sql)
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      async function* lines() {
        const head = await readHead(tx)
        yield `${JSON.stringify(head)}\n`
        const found = await readTables(tx)
        // Migrations to come may read tables that this release no longer has; a restore knows them.
        const isOlder = head.migratedUntil < newestMigration()
        const own = found.filter(({ table }) => isOlder || productTables.has(table))
        strays = found.filter((head) => !own.includes(head)).map(({ table }) => table)
        progress.tables = own.length
        for (const head of own) {
          progress.table = head.table
          yield `${JSON.stringify(head)}\n`
          for await (const chunk of copyOut(tx, head)) {
            progress.rows += countLines(chunk)
            watch.advance()
            onProgress?.(progress)
            yield chunk
          }
          yield `${endOfRows}\n`
          progress.tablesDone += 1
          watch.advance()
          onProgress?.(progress)
        }
      }
      const file = createWriteStream(draft, { mode: 0o600, flush: true })
      await pipeline(Readable.from(lines()), createGzip(), file, { signal: watch.signal }).catch(
        async (error: unknown) => {
          failure = error
          // The unread rest of a copy would block the rollback too, so end the connection instead.
          await sql.end({ timeout: 0 })
          throw error
        },
      )
    })
    await rename(draft, path)
    // For `regulars doctor`. A standby, or a login that only reads, takes no note.
    await sql`update installation set backed_up_at = now()`.catch(() => {})
    return { rows: progress.rows, tables: progress.tables, strays }
  } catch (error) {
    if (!watch.signal.aborted) throw failure ?? error
    throw new DatabaseProblem(
      `The back-up made no progress for ${stallMs / 1000} seconds (table: ${progress.table || 'none yet'}) and was given up. Look for a lock or a slow disk (select * from pg_stat_activity), then try again.`,
    )
  } finally {
    watch.stop()
    await rm(draft, { force: true })
    await sql.end()
  }
}

/** Aborts work that makes no progress for `stallMs`. */
function watchProgress(stallMs: number, giveUp: () => Promise<void>) {
  const stalled = new AbortController()
  const timer = setTimeout(() => {
    stalled.abort()
    giveUp().catch(() => undefined)
  }, stallMs)
  return {
    signal: stalled.signal,
    advance: () => timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}

const productTables = new Set<string>(Object.values(tables).map((table) => getTableName(table)))

const named = { application_name: 'regulars-backup', TimeZone: 'UTC' }

/**
 * Row-level security is forced, so a login that doesn't bypass it would silently leave rows out of
 * the file.
 */
async function requireAllRows(sql: postgres.Sql): Promise<void> {
  const [login] = await sql`
    select rolsuper or rolbypassrls as "seesAll" from pg_roles where rolname = current_user`
  if (login?.seesAll) return
  throw new DatabaseProblem(
    'The login of DATABASE_URL does not see all rows: for a back-up, name one that may (ALTER ROLE … BYPASSRLS), or use pg_dump as a superuser.',
  )
}

async function readHead(sql: postgres.TransactionSql): Promise<BackUpHead> {
  const [newest] = await sql`select max(created_at) as at from drizzle.__drizzle_migrations`
  const migratedUntil = Number(newest?.at ?? 0)
  if (migratedUntil > newestMigration()) {
    throw new DatabaseProblem(
      'The database belongs to a newer release: take the back-up with that one.',
    )
  }
  return { format: backUpFormat, takenAt: new Date().toISOString(), migratedUntil }
}

const newestMigration = (): number => migrationTimes().at(-1) ?? 0

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}

/**
 * `copy … to stdout` as a stream of chunks, with a workaround for a bug of the driver (postgres
 * 3.4.9): a chunk that fills the stream's buffer pauses the socket, and only a later read resumes
 * it. After a table's last chunk there is no further read, so the socket stays paused and the next
 * query waits forever (docs/decisions/0050-a-restored-database-is-another.md).
 */
async function* copyOut(
  tx: postgres.TransactionSql,
  { table, columns }: { table: string; columns: string[] },
): AsyncGenerator<Buffer> {
  const rows: Readable = await tx`copy ${tx(table)} (${tx(columns)}) to stdout`.readable()
  for await (const chunk of rows) yield chunk as Buffer
  // The driver's `read()` only resumes the socket.
  rows._read(0)
}
