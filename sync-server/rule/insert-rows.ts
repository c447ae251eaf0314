/**
 * Inserts many rows by one statement with one parameter: its text is the same for any number of
 * rows, so the database plans it once and the driver sends one value.
 */
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

interface Shape {
  names: string[]
  types: Map<string, string>
}

const shapes = new WeakMap<PgTable, Shape>()

/** @param rows with the code's property names; a column that no row sets keeps its default */
export function insertRows(table: PgTable, rows: readonly object[]): SQL {
  const columns = getTableColumns(table)
  const { names, types } = shapeOf(table)
  const present = names.filter((name) =>
    rows.some((row) => name in row && valueIn(row, name) !== undefined),
  )
  const written = present.map((name) => `"${columns[name]?.name}"`).join(', ')
  const typed = present.map((name) => `"${columns[name]?.name}" ${types.get(name)}`).join(', ')
  const records = rows.map((row) =>
    Object.fromEntries(present.map((name) => [columns[name]?.name, valueIn(row, name)])),
  )
  const into = `insert into "${getTableName(table)}" (${written}) select ${written} from jsonb_to_recordset(`
  return sql`${sql.raw(into)}${JSON.stringify(records)}::text::jsonb${sql.raw(`) as given(${typed})`)}`
}

function shapeOf(table: PgTable): Shape {
  const known = shapes.get(table)
  if (known) return known
  const columns = Object.entries(getTableColumns(table))
  const shape = {
    names: columns.map(([name]) => name),
    types: new Map(columns.map(([name, column]) => [name, column.getSQLType()])),
  }
  shapes.set(table, shape)
  return shape
}

function valueIn(row: object, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}
