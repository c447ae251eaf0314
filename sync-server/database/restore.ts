/**
 * `npm run restore`: loads a backup into an empty database. Creates the tables as of the backup,
 * loads them without indexes, builds these, all in one transaction, and then migrates them like those of any older release. The
 * installation gets a new epoch, so devices notice (docs/sync-protocol.md, "Restore").
 */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import type { Config } from '#sync-server/config.ts'
import { type BackUpHead, type BackUpLine, readBackUp } from '#sync-server/database/back-up-file.ts'
import { prepareDatabase } from '#sync-server/database/connect.ts'
import { migrationsFolder } from '#sync-server/database/migrate.ts'
import { readTables } from '#sync-server/database/reference-order.ts'
import { DatabaseProblem } from '#sync-server/database-problem.ts'

export interface RestoreProgress {
  rows: number
  /** The table being loaded, or the index or foreign key being built. */
  part: string
}

/** @returns the number of rows loaded, the backup's time, and the tables that were left out */
export async function restore(
  ownerUrl: string,
  config: Pick<Config, 'servingDatabaseUrl' | 'sessionSecret'>,
  path: string,
  onProgress: (progress: RestoreProgress) => void = () => {},
): Promise<{ rows: number; takenAt: string; strays: string[] }> {
  const { head, lines } = await readBackUp(path)
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: named })
  const folder = migrationsUntil(head)
  try {
    await requireEmpty(sql)
    await prepareDatabase(ownerUrl, config, folder)
    const { rows, strays } = await load(sql, lines, onProgress)
    // Now run this release's remaining migrations on the rows.
    await prepareDatabase(ownerUrl, config)
    return { rows, takenAt: head.takenAt, strays }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sql.end()
  }
}

const named = { application_name: 'regulars-restore', TimeZone: 'UTC' }

async function requireEmpty(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`
    select count(*)::int as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`
  if (found?.tables === 0) return
  throw new DatabaseProblem(
    'The database of DATABASE_URL has tables already: create an empty one, name it in DATABASE_URL, and restore into that.',
  )
}

interface Journal {
  entries: { when: number }[]
}

/** Copies the migrations up to the backup's newest one. */
function migrationsUntil({ migratedUntil }: BackUpHead): string {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-restore-'))
  cpSync(migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal: Journal = JSON.parse(readFileSync(path, 'utf8'))
  const entries = journal.entries.filter(({ when }) => when <= migratedUntil)
  if (entries.at(-1)?.when !== migratedUntil) {
    throw new DatabaseProblem(
      'The back-up was taken by a newer release: restore it with that one, or a newer one.',
    )
  }
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return folder
}

async function load(
  sql: postgres.Sql,
  lines: AsyncGenerator<BackUpLine>,
  onProgress: (progress: RestoreProgress) => void,
): Promise<{ rows: number; strays: string[] }> {
  return sql.begin(async (tx) => {
    const tables = (await readTables(tx)).map(({ table }) => table)
    const forced = await tx<{ table: string }[]>`
      select relname as "table" from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity`
    // Forced row-level security would block the inserts of a login that isn't a superuser.
    for (const { table } of forced) {
      await tx`alter table ${tx(table)} no force row level security`
    }
    // The backup also contains the rows that migrations insert.
    await tx`truncate ${tx(tables)}`
    const bared = await bareTables(tx)
    const own = new Set(tables)
    const strays: string[] = []
    let rows = 0
    for await (const line of lines) {
      if (line.kind !== 'table') throw new Error('Rows outside of a table')
      const { table, columns } = line.head
      if (!own.has(table)) {
        // Earlier releases also backed up tables that don't belong to the product.
        strays.push(table)
        for await (const _ of rowsOf(lines, () => {}));
        continue
      }
      const into = await tx`copy ${tx(table)} (${tx(columns)}) from stdin`.writable()
      await pipeline(
        Readable.from(
          rowsOf(lines, () => {
            rows += 1
            onProgress({ rows, part: table })
          }),
        ),
        into,
      )
    }
    await coverTables(tx, bared, (part) => onProgress({ rows, part }))
    await raiseIdentities(tx)
    await tx`update installation set epoch = ${randomUUID()}`
    for (const { table } of forced) await tx`alter table ${tx(table)} force row level security`
    return { rows, strays }
  })
}

const chunkLength = 65_536

/** Sends several rows at once: sending each one takes longer than PostgreSQL needs to store it. */
async function* rowsOf(lines: AsyncGenerator<BackUpLine>, count: () => void) {
  let chunk = ''
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done || line.kind !== 'row') break
    count()
    chunk += `${line.text}\n`
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

/** Moves identity sequences past the loaded rows. */
async function raiseIdentities(tx: postgres.TransactionSql): Promise<void> {
  const columns = await tx<{ table: string; column: string; sequence: string }[]>`
    select c.relname as "table", a.attname as "column",
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`
  for (const { table, column, sequence } of columns) {
    await tx`select setval(${sequence}, coalesce((select max(${tx(column)}) from ${tx(table)}), 0) + 1, false)`
  }
}

interface Bared {
  /** Index or foreign key, for progress. */
  name: string
  drop: string
  create: string
}

/**
 * Takes the indexes and foreign keys off the tables while a restore loads their rows: building an
 * index from all rows costs a fraction of adding them to it one by one. Keeps the indexes of primary
 * keys and unique constraints, which foreign keys refer to.
 */
async function bareTables(tx: postgres.TransactionSql): Promise<Bared[]> {
  const bared = await tx<Bared[]>`
    select f.conname as name,
      format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname) as drop,
      format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname,
        pg_get_constraintdef(f.oid)) as create
    from pg_constraint f
    where f.connamespace = 'public'::regnamespace and f.contype = 'f'
    union all
    select i.indexrelid::regclass::text, format('drop index %s', i.indexrelid::regclass),
      pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'i'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`
  for (const { drop } of bared) await tx.unsafe(drop)
  return bared
}

async function coverTables(
  tx: postgres.TransactionSql,
  bared: Bared[],
  onEach: (name: string) => void,
): Promise<void> {
  await tx`set local maintenance_work_mem = '256MB'`
  // Indexes first: checking a foreign key may read them.
  for (const { name, create } of bared.toReversed()) {
    onEach(name)
    await tx.unsafe(create)
  }
}
