/**
 * Statements whose text is ready: drizzle would build it for each call, which costs more than
 * sending it. A text contains only our own words; all else is a parameter.
 */
import { getTableColumns, getTableName, type QueryWithTypings, SQL, StringChunk } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '#sync-server/database/doors.ts'

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
