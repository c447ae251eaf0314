/**
 * Takes the indexes and foreign keys off the tables while a restore loads their rows, and puts them
 * back: building an index from all rows costs a fraction of adding them to it one by one.
 */
import type postgres from 'postgres'

interface Bared {
  /** Index or foreign key, for progress. */
  name: string
  drop: string
  create: string
}

/** Keeps the indexes of primary keys and unique constraints, which foreign keys refer to. */
export async function bareTables(tx: postgres.TransactionSql): Promise<Bared[]> {
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

export async function coverTables(
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
