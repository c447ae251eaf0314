/**
 * What an executor is handed: the open transaction inside one business, the version its rows take,
 * who asks. Writes that need no answer are sent at once and awaited together at the end, and rows
 * of append-only tables are gathered into one statement a table: a batch of a hundred operations
 * costs few round trips.
 */
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Asker } from '#schema/contract/operation.ts'
import type { business } from '#schema/database/business.ts'
import { customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
import { insertRows } from './insert-rows.ts'

export interface AskedBy {
  asker: Asker
  accountId: string | null
  origin: Origin
}

export interface OperationContext {
  readonly operationId: string
  /** The device it came from; documented calls have none. */
  readonly outboxId?: string | null
  /** The owner has said yes to it. */
  readonly isAccepted?: boolean
  readonly tenant: Tenant
  readonly business: typeof business.$inferSelect
  /** The business's version of this transaction; every row written takes it. */
  readonly version: number
  readonly now: Date
  /** What the device's clock said when it was asked, a claim; `now` for a documented call. */
  readonly madeAt: Date
  readonly publicUrl: string
  /** What a mail says, for `email_queue.fields`. */
  readonly sealMail: (fields: Record<string, string>) => Record<string, string>
  /** A key that a later mail says again, for `customer_key.sealed`. */
  readonly sealKey: (key: string) => string
  readonly by: AskedBy
  readonly writes: Writes
  /** What was read at once for a run of operations of one name, this one among them. */
  readonly readAhead?: object | undefined
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

  #sendRows(table: PgTable, rows: readonly object[]): void {
    const answer = this.#tenant.db.execute(insertRows(table, rows)).execute()
    answer.catch(() => {})
    this.#sent.push(answer)
  }

  /** Waits until everything is written; throws what any of it threw. */
  async flush(): Promise<void> {
    // Others refer to customers, whichever was appended first.
    const customers = this.#rowsByTable.get(customer)
    if (customers) this.#sendRows(customer, customers)
    this.#rowsByTable.delete(customer)
    for (const [table, rows] of this.#rowsByTable) {
      this.#sendRows(table, rows)
    }
    this.#rowsByTable.clear()
    await Promise.all(this.#sent)
    this.#sent.length = 0
  }
}
