/**
 * What an executor is handed: the open transaction inside one business, the version its rows take,
 * who asks. Writes that need no answer are sent at once and awaited together at the end, and rows
 * of append-only tables are gathered into one statement a table: a batch of a hundred operations
 * costs few round trips.
 */
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Asker } from '#schema/contract/operation.ts'
import type { business } from '#schema/database/business.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { Origin } from '#sync-server/rule/actor.ts'

export interface AskedBy {
  asker: Asker
  accountId: string | null
  origin: Origin
}

export interface OperationContext {
  readonly operationId: string
  readonly tenant: Tenant
  readonly business: typeof business.$inferSelect
  /** The business's version of this transaction; every row written takes it. */
  readonly version: number
  readonly now: Date
  readonly publicUrl: string
  readonly by: AskedBy
  readonly writes: Writes
}

interface Sendable {
  execute(): Promise<unknown>
}

export class Writes {
  readonly #tenant: Tenant
  readonly #sent: Promise<unknown>[] = []
  readonly #rowsByTable = new Map<PgTable, object[]>()

  constructor(tenant: Tenant) {
    this.#tenant = tenant
  }

  /** Sends a statement in order, without waiting for its answer. */
  send(statement: Sendable): void {
    const answer = statement.execute()
    answer.catch(() => {})
    this.#sent.push(answer)
  }

  /** Adds a row to a table that nothing reads back before the next flush. */
  append<Table extends PgTable>(table: Table, row: Table['$inferInsert']): void {
    const rows = this.#rowsByTable.get(table)
    if (rows) rows.push(row)
    else this.#rowsByTable.set(table, [row])
  }

  /** Waits until everything is written; throws what any of it threw. */
  async flush(): Promise<void> {
    for (const [table, rows] of this.#rowsByTable) {
      this.send(this.#tenant.db.insert(table).values(rows as never))
    }
    this.#rowsByTable.clear()
    await Promise.all(this.#sent)
    this.#sent.length = 0
  }
}
