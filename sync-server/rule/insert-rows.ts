/**
 * Inserts many rows by one statement whose text is the same for any number of rows, so the database
 * plans it once and the driver sends one value. Rows of a business get its id from its own row: a
 * distributed database then inserts them where that row is, and rejects rows that come from nowhere
 * (docs/scale.md 19).
 */
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '#sync-server/database/doors.ts'

interface Shape {
  names: string[]
  types: Map<string, string>
  /** A table of a business, and no directory, whose key is its own. */
  isOwned: boolean
}

const shapes = new WeakMap<PgTable, Shape>()

/**
 * Sends its statement at once.
 * @param rows with the code's property names; a column that no row sets keeps its default
 * @param onConflict changes the row that is there
 */
export async function insertRows(
  db: Pick<Transaction, 'execute'>,
  table: PgTable,
  rows: readonly object[],
  onConflict?: SQL,
): Promise<void> {
  const statement = writeStatement(table, rows)
  const { count } = await db
    .execute(onConflict ? sql`${statement} ${onConflict}` : statement)
    .execute()
  // The row of another business is out of sight.
  if (count !== rows.length) throw new Error('not every row was inserted')
}

function writeStatement(table: PgTable, rows: readonly object[]): SQL {
  const columns = getTableColumns(table)
  const { names, types, isOwned } = shapeOf(table)
  const present = names.filter((name) =>
    rows.some((row) => name in row && valueIn(row, name) !== undefined),
  )
  const given = isOwned ? present.filter((name) => name !== 'businessId') : present
  const written = given.map((name) => `"${columns[name]?.name}"`)
  const typed = given.map((name) => `"${columns[name]?.name}" ${types.get(name)}`).join(', ')
  const records = rows.map((row) =>
    Object.fromEntries(given.map((name) => [columns[name]?.name, valueIn(row, name)])),
  )
  const into = `insert into "${getTableName(table)}"`
  const read = sql`jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb)`
  const [list, selected] = [written.join(', '), written.map((name) => `given.${name}`).join(', ')]
  if (!isOwned) {
    return sql`${sql.raw(`${into} (${list}) select ${selected} from `)}${read}${sql.raw(` as given(${typed})`)}`
  }
  const from = `${into} (business_id, ${list}) select owner.id, ${selected} from business owner, `
  return sql`${sql.raw(from)}${read}${sql.raw(` as given(${typed}) where owner.id = `)}${ownerOf(rows)}::uuid`
}

function shapeOf(table: PgTable): Shape {
  const known = shapes.get(table)
  if (known) return known
  const columns = Object.entries(getTableColumns(table))
  const shape = {
    names: columns.map(([name]) => name),
    types: new Map(columns.map(([name, column]) => [name, column.getSQLType()])),
    isOwned: 'businessId' in getTableColumns(table) && !columns.some(([, { primary }]) => primary),
  }
  shapes.set(table, shape)
  return shape
}

function valueIn(row: object, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

function ownerOf(rows: readonly object[]): unknown {
  const owners = new Set(rows.map((row) => valueIn(row, 'businessId')))
  if (owners.size !== 1) throw new Error('rows of one statement belong to one business')
  return [...owners][0]
}
