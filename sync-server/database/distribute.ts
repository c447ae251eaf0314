/**
 * On Citus, distributes the tables of businesses that are not distributed yet, with their rows, so
 * that migrations create tables alike on every PostgreSQL (docs/scale.md 16). Each table is a
 * transaction of its own: an interrupted start continues at the next one.
 */
import type postgres from 'postgres'
import { readTables } from '#sync-server/database/reference-order.ts'

export async function distributeTables(owner: postgres.Sql): Promise<void> {
  const [citus] = await owner`select from pg_extension where extname = 'citus'`
  if (!citus) return
  // Citus distributes a table after those that it refers to.
  const tables = await owner.begin((tx) => readTables(tx))
  const columns = await readColumns(owner)
  const distributed: string[] = []
  for (const { table } of tables) {
    const column = columns.get(table)
    if (!column) continue
    await distribute(owner, table, column)
    distributed.push(table)
  }
  // The rows now are on their shards; the copies here are hidden, but still on disk.
  for (const table of distributed) {
    await owner`select truncate_local_data_after_distributing_table(${table}::regclass)`
  }
}

async function distribute(owner: postgres.Sql, table: string, column: string): Promise<void> {
  await owner.begin(async (tx) => {
    // Copies the rows, which forced row-level security hides from an owner who is no superuser.
    await tx`alter table ${tx(table)} no force row level security`
    await (table === 'business'
      ? tx`select create_distributed_table(${table}, ${column})`
      : tx`select create_distributed_table(${table}, ${column}, colocate_with => 'business')`)
    await tx`alter table ${tx(table)} force row level security`
  })
}

/** @returns the column that a table is distributed by: the first one of its key, if a business's */
async function readColumns(owner: postgres.Sql): Promise<Map<string, string>> {
  const rows = await owner<{ table: string; column: string }[]>`
    select c.relname as "table", a.attname as "column"
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (a.attname = 'business_id' or c.relname = 'business')
      and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)`
  return new Map(rows.map(({ table, column }) => [table, column]))
}
