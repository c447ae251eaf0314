/**
 * Statements whose text is ready: drizzle would build it for each call, which costs more than
 * sending it. A text contains only our own words; all else is a parameter. Rows of a business get
 * its id from its own row (docs/scale.md 19).
 */
import {
  getTableColumns,
  getTableName,
  type QueryWithTypings,
  SQL,
  StringChunk,
  sql,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '#sync-server/database/doors.ts'

interface Shape {
  columns: { name: string; written: string; type: string; column: PgColumn }[]
  /** A table of a business, and no directory, whose key is its own. */
  isOwned: boolean
  /** Statements by the columns that the rows set. */
  texts: Map<string, Text>
}

interface Text {
  columns: Shape['columns']
  beforeRows: SQL
  afterRows: SQL
  /** Whole statements, by their number of rows. */
  ofFew: string[]
  beforeValues: string
}

/** A sign-up inserts five records of consent. */
const fewRows = 5

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
  const areFew = rows.length > 0 && rows.length <= fewRows && !onConflict
  const statement = areFew ? writeFew(table, rows) : writeMany(table, rows, onConflict)
  const { count } = await db.execute(statement).execute()
  // The row of another business is out of sight.
  if (count !== rows.length) throw new Error('not every row was inserted')
}

/** A few rows are `values`, which cost the database a third less. */
function writeFew(table: PgTable, rows: readonly object[]): SQL {
  const shape = shapeOf(table)
  const { columns, beforeValues, ofFew } = textFor(table, shape, rows)
  const own = shape.isOwned ? [ownerOf(rows)] : []
  const values = rows.flatMap((row) => [
    ...own,
    ...columns.map(({ name, column }) => {
      const value = valueIn(row, name) ?? null
      return value === null ? null : column.mapToDriverValue(value)
    }),
  ])
  const text = ofFew[rows.length] ?? beforeValues + parametersOf(rows.length, values.length)
  ofFew[rows.length] = text
  return new ReadyStatement(text, values)
}

function parametersOf(rows: number, values: number): string {
  const columns = values / rows
  const row = (first: number) => Array.from({ length: columns }, (_, at) => `$${first + at}`)
  return Array.from({ length: rows }, (_, at) => `(${row(1 + at * columns).join(', ')})`).join(', ')
}

/**
 * The text is the same for any number of rows, so the database plans it once and the driver sends one
 * value. The id of the business comes from its own row: a distributed database inserts the rows where
 * that row is, and rejects rows that come from nowhere.
 */
function writeMany(table: PgTable, rows: readonly object[], onConflict: SQL | undefined): SQL {
  const shape = shapeOf(table)
  const { columns, beforeRows, afterRows } = textFor(table, shape, rows)
  const records = rows.map((row) => {
    const record: Record<string, unknown> = {}
    for (const { name, written } of columns) record[written] = valueIn(row, name)
    return record
  })
  const statement = sql`${beforeRows}jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb)${afterRows}`
  const routed = shape.isOwned
    ? sql`${statement} where owner.id = ${ownerOf(rows)}::uuid`
    : statement
  return onConflict ? sql`${routed} ${onConflict}` : routed
}

/** Building the text costs more than sending it, and the same few are sent all day. */
function textFor(table: PgTable, shape: Shape, rows: readonly object[]): Text {
  const given = new Set<string>()
  for (const row of rows) {
    for (const name in row) if (valueIn(row, name) !== undefined) given.add(name)
  }
  if (shape.isOwned) given.delete('businessId')
  const columns = shape.columns.filter(({ name }) => given.has(name))
  const key = columns.map(({ name }) => name).join()
  const known = shape.texts.get(key)
  if (known) return known
  const list = columns.map(({ written }) => `"${written}"`)
  const into = `insert into "${getTableName(table)}"`
  const selected = list.map((name) => `given.${name}`).join(', ')
  const typed = columns.map(({ written, type }) => `"${written}" ${type}`).join(', ')
  const all = shape.isOwned ? ['business_id', ...list] : list
  const text = {
    columns,
    ofFew: [],
    beforeValues: `${into} (${all.join(', ')}) values `,
    beforeRows: sql.raw(
      shape.isOwned
        ? `${into} (business_id, ${list.join(', ')}) select owner.id, ${selected} from business owner, `
        : `${into} (${list.join(', ')}) select ${selected} from `,
    ),
    afterRows: sql.raw(` as given(${typed})`),
  }
  shape.texts.set(key, text)
  return text
}

function shapeOf(table: PgTable): Shape {
  const known = shapes.get(table)
  if (known) return known
  const columns = Object.entries(getTableColumns(table))
  const shape = {
    columns: columns.map(([name, column]) => ({
      name,
      written: column.name,
      type: column.getSQLType(),
      column,
    })),
    isOwned: 'businessId' in getTableColumns(table) && !columns.some(([, { primary }]) => primary),
    texts: new Map(),
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

export class ReadyStatement extends SQL {
  readonly #ready: QueryWithTypings

  constructor(text: string, params: unknown[]) {
    super([])
    this.#ready = { sql: text, params }
  }

  override toQuery(): QueryWithTypings {
    return this.#ready
  }
}

/**
 * Builds the text of a statement without drizzle's tables and columns. A part that occurs more than
 * once keeps its parameters.
 */
export function writeDown(statement: SQL): ReadyStatement {
  const params: unknown[] = []
  const textByPart = new Map<SQL, string>()
  const write = (part: unknown): string => {
    if (part instanceof StringChunk) return part.value.join('')
    if (part instanceof SQL) {
      const text = textByPart.get(part) ?? part.queryChunks.map(write).join('')
      textByPart.set(part, text)
      return text
    }
    if (typeof part === 'object') throw new Error('only texts, numbers and parts can be written')
    return `$${params.push(part)}`
  }
  return new ReadyStatement(write(statement), params)
}

/** @returns a read of whole rows; `where` names its parameters $1, $2, … */
export function rowsWhere<Table extends PgTable>(table: Table, where: string) {
  const columns = Object.entries(getTableColumns(table))
  const list = columns.map(([name, column]) => `"${column.name}" as "${name}"`).join(', ')
  const text = `select ${list} from "${getTableName(table)}" where ${where}`
  return async (
    db: Pick<Transaction, 'execute'>,
    params: unknown[],
  ): Promise<Table['$inferSelect'][]> => {
    const rows = await db.execute(new ReadyStatement(text, params))
    return rows.map((row) => {
      const read: Record<string, unknown> = {}
      for (const [name, column] of columns) {
        const value = row[name]
        read[name] = value === null ? null : column.mapFromDriverValue(value)
      }
      return read
    })
  }
}

/** One array parameter for any number of distinct texts, in PostgreSQL's array syntax. */
export function textArray(texts: readonly string[]) {
  const quoted = [...new Set(texts)].map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`)
  return sql`${`{${quoted.join(',')}}`}::text::text[]`
}

/** One sign-up asks for its phone number in two forms. */
const valuesMax = 2

/**
 * Texts as rows of `asked`. A few of them are values, because the planner knows their number. It expects
 * ten rows of an array, and would plan each statement again, as that seems cheaper.
 */
export function rowsOf(texts: readonly string[], type: 'text' | 'uuid' = 'text'): SQL {
  const distinct = [...new Set(texts)]
  const typed = sql.raw(type)
  if (distinct.length > valuesMax) {
    return sql`unnest(${textArray(distinct)}::${typed}[]) as given (asked)`
  }
  const values = distinct.map((text) => sql`(${text}::${typed})`)
  return sql`(values ${sql.join(values, sql`, `)}) as given (asked)`
}
