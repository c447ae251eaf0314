/** Finds personal data that is left in the database. */
import type { TestServer } from '#tests/support/server.ts'

/** Every row of every table that contains one of these strings, in any letter case. */
export async function traces(
  running: Pick<TestServer, 'sql'>,
  strings: readonly string[],
): Promise<string[]> {
  const tables = await running.sql`select table_name as table from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  const found: string[] = []
  for (const { table } of tables) {
    for (const text of strings) {
      const rows = await running.sql`select t::text as row from ${running.sql(table)} t
        where position(lower(${text}) in lower(t::text)) > 0`
      found.push(...rows.map(({ row }) => `${table}: ${row}`))
    }
  }
  return found
}
