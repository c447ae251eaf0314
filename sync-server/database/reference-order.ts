/** Reads the tables from the catalog in the order in which rows and shards can be created. */
import type postgres from 'postgres'
import type { TableHead } from '#sync-server/database/back-up-file.ts'

/** Sorts referenced tables before the tables that reference them. */
export async function readTables(sql: postgres.TransactionSql): Promise<TableHead[]> {
  const tables = await sql<(TableHead & { needs: string[] })[]>`
    select c.relname as "table",
      (select jsonb_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      to_jsonb(array(select distinct r.relname from pg_constraint f
        join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid)) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`
  const sorted: TableHead[] = []
  const left = new Map(tables.map((each) => [each.table, each]))
  while (left.size > 0) {
    const free = [...left.values()].filter(({ needs }) => !needs.some((name) => left.has(name)))
    if (free.length === 0) throw new Error('Foreign keys form a cycle')
    for (const { table, columns } of free) {
      sorted.push({ table, columns })
      left.delete(table)
    }
  }
  return sorted
}
