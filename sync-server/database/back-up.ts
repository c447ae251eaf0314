/**
 * `npm run backup`: every row of the database as of one moment, beside a serving server. The file is
 * gzip over lines: what it is, then for each table its columns and its rows as COPY writes them.
 * Tables come in the order of their references, so that a restore can load them as they stand
 * (docs/decisions/0050-a-restored-database-is-another.md).
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import postgres from 'postgres'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'

export interface BackUpHead {
  format: 'regulars back-up 1'
  takenAt: string
  /** Of the newest migration its tables have. */
  migratedUntil: number
}

export interface TableHead {
  table: string
  columns: string[]
}

export type BackUpLine =
  | { kind: 'table'; head: TableHead }
  | { kind: 'row'; text: string }
  | { kind: 'end' }

/** Ends the rows of a table, as in PostgreSQL's own files; no row reads so. */
const endOfRows = '\\.'

const format = 'regulars back-up 1'

/** @returns how many rows were written */
export async function backUp(ownerUrl: string, path: string): Promise<number> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: named })
  const draft = `${path}.part`
  let rows = 0
  try {
    await requireAllRows(sql)
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      async function* lines() {
        yield `${JSON.stringify(await readHead(tx))}\n`
        for (const head of await readTables(tx)) {
          yield `${JSON.stringify(head)}\n`
          const { table, columns } = head
          const rowsOut = await tx`copy ${tx(table)} (${tx(columns)}) to stdout`.readable()
          for await (const chunk of rowsOut) {
            rows += countLines(chunk as Buffer)
            yield chunk as Buffer
          }
          yield `${endOfRows}\n`
        }
      }
      const file = createWriteStream(draft, { mode: 0o600, flush: true })
      await pipeline(Readable.from(lines()), createGzip(), file)
    })
    await rename(draft, path)
    return rows
  } finally {
    await rm(draft, { force: true })
    await sql.end()
  }
}

const named = { application_name: 'regulars-backup', TimeZone: 'UTC' }

/** Row-level security is forced: it would leave rows out of the file without a word. */
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
  return { format, takenAt: new Date().toISOString(), migratedUntil: Number(newest?.at ?? 0) }
}

/** Those that others refer to come first. */
export async function readTables(sql: postgres.TransactionSql): Promise<TableHead[]> {
  const tables = await sql<(TableHead & { needs: string[] })[]>`
    select c.relname as "table",
      (select array_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`
  const sorted: TableHead[] = []
  const left = new Map(tables.map((each) => [each.table, each]))
  while (left.size > 0) {
    const free = [...left.values()].filter(({ needs }) => !needs.some((name) => left.has(name)))
    if (free.length === 0) throw new Error('Tables refer to each other in a ring')
    for (const { table, columns } of free) {
      sorted.push({ table, columns })
      left.delete(table)
    }
  }
  return sorted
}

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}

/**
 * Reads a file that `backUp` wrote.
 * @throws DatabaseProblem when it is none, also while its lines are read: when it was cut off
 */
export async function readBackUp(
  path: string,
): Promise<{ head: BackUpHead; lines: AsyncGenerator<BackUpLine> }> {
  const texts = splitLines(path)
  const first = await texts.next().catch(() => null)
  const head = first && !first.done ? readHeadLine(first.value) : null
  if (head) return { head, lines: sortLines(path, texts) }
  throw new DatabaseProblem(`${path} is not a back-up that npm run backup has written.`)
}

function readHeadLine(text: string): BackUpHead | null {
  try {
    const head = JSON.parse(text) as BackUpHead
    return head.format === format ? head : null
  } catch {
    return null
  }
}

/** Only a line feed ends a line: in rows, COPY writes a carriage return as \\r. */
async function* splitLines(path: string): AsyncGenerator<string, void> {
  const unpacked = createGunzip().setEncoding('utf8')
  pipeline(createReadStream(path), unpacked).catch(() => undefined)
  let rest = ''
  for await (const text of unpacked) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function* sortLines(path: string, texts: AsyncIterable<string>): AsyncGenerator<BackUpLine> {
  let isInTable = false
  try {
    for await (const text of texts) {
      if (!isInTable) yield { kind: 'table', head: JSON.parse(text) as TableHead }
      else if (text === endOfRows) yield { kind: 'end' }
      else yield { kind: 'row', text }
      isInTable = text !== endOfRows
    }
  } catch (error) {
    throw new DatabaseProblem(
      `${path} cannot be read to its end (${reasonOf(error)}): use another.`,
    )
  }
}
