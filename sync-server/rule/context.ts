/**
 * An executor's context: the open transaction inside one business, the version for its rows, and
 * the caller. Statements that need no answer are sent immediately and awaited together at the end,
 * and rows of append-only tables are collected into one statement per table, so a batch of a
 * hundred operations costs few round trips.
 */
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Asker } from '#schema/contract/operation.ts'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import type { business } from '#schema/database/business.ts'
import { customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { EmailTicket } from './email-ticket.ts'
import type { Origin } from './origin.ts'
import { insertRows, ReadyStatement } from './ready-statement.ts'
import { refuse } from './refuse.ts'

export interface AskedBy {
  asker: Asker
  accountId: string | null
  origin: Origin
  /** The key of the card that asks; not kept with parked work. */
  keyDigest?: string
}

/** Tools of the executors that depend on the server's settings. */
export interface ExecutorTools {
  readonly publicUrl: string
  /** Encrypts a mail's fields for `email_queue.fields`. */
  readonly sealMail: (fields: Record<string, string>) => Record<string, string>
  /** Encrypts a key for `customer_key.sealed`, so a later mail can include it. */
  readonly sealKey: (key: string) => string
  /** Signs a link about a member's email. */
  readonly signTicket: (ticket: EmailTicket, until: Date) => Promise<string>
  /** Derives the codes of coupons. */
  readonly couponKey: Uint8Array
}

export interface OperationContext extends ExecutorTools {
  readonly operationId: string
  /** The device it came from; documented calls have none. */
  readonly outboxId?: string | null
  /** Sent again after a restore: the id of what made it possible before. */
  readonly reliesOn?: string | undefined
  /** The owner accepted it. */
  readonly isAccepted?: boolean
  readonly tenant: Tenant
  readonly business: typeof business.$inferSelect
  /** The business's version of this transaction; every row written gets it. */
  readonly version: number
  readonly now: Date
  /** The device's claimed time of the request; `now` for a documented call. */
  readonly madeAt: Date
  /** When it counts as done: `madeAt` if plausible. Never for expiry or limits. */
  readonly recordedAt: Date
  /** The coupons that this transaction issued; parked uses may wait for them. */
  readonly issued: Set<string>
  readonly by: AskedBy
  readonly writes: Writes
  /** Data read at once for a run of operations of one name, including this one. */
  readonly readAhead?: object | undefined
}

interface Claimed {
  madeAt: Date
  receivedAt: Date
}

/**
 * When work counts as done: when it was made, or when it was received if that claim is too old to be
 * plausible (docs/decisions/0450-the-day-of-a-sale.md).
 */
export function recordedAt({ madeAt, receivedAt }: Claimed, business: { createdAt: Date }): Date {
  const oldestMs = Math.max(
    receivedAt.getTime() - serverLimits.lateWorkDays * dayMs,
    business.createdAt.getTime(),
  )
  return madeAt.getTime() < oldestMs || madeAt > receivedAt ? receivedAt : madeAt
}

/**
 * @returns when a row arrived, if that was in a later hour than the one it counts in; the counts of
 * that hour may be stored already (docs/decisions/0045-activity-by-the-hour.md)
 */
export function arrivedLate({ recordedAt, now }: { recordedAt: Date; now: Date }): Date | null {
  const hourOf = (at: Date) => Math.floor(at.getTime() / hourMs)
  return hourOf(recordedAt) < hourOf(now) ? now : null
}

interface Sendable {
  execute(): Promise<unknown>
}

/** Changes of what a business counts in its version's row. */
export type Counted = Partial<Record<'members' | 'redemptions', number>>

/** @returns one statement that writes all of the items */
type WriteAll<Item> = (tenant: Tenant, items: Item[]) => Sendable

export class Writes {
  readonly #tenant: Tenant
  readonly #sent: Promise<unknown>[] = []
  readonly #rowsByTable = new Map<PgTable, object[]>()
  readonly #itemsByWriter = new Map<WriteAll<never>, unknown[]>()

  constructor(tenant: Tenant) {
    this.#tenant = tenant
  }

  /** Sends a statement in order, without waiting for its answer. */
  send(statement: Sendable): void {
    const answer = statement.execute()
    answer.catch(() => {})
    this.#sent.push(answer)
  }

  /** Adds a row to a table that isn't read before the next flush. */
  append<Table extends PgTable>(table: Table, row: Table['$inferInsert']): void {
    const rows = this.#rowsByTable.get(table)
    if (rows) rows.push(row)
    else this.#rowsByTable.set(table, [row])
  }

  /** Adds an item to the one statement of this writer, whose effect isn't read before the next flush. */
  gather<Item>(writeAll: WriteAll<Item>, item: Item): void {
    const items = this.#itemsByWriter.get(writeAll)
    if (items) items.push(item)
    else this.#itemsByWriter.set(writeAll, [item])
  }

  /** Changes the business's counts with the next flush. */
  count(counted: Counted): void {
    this.gather(addToCounts, counted)
  }

  #sendRows(table: PgTable, rows: readonly object[]): void {
    const answer = insertRows(this.#tenant.db, table, rows)
    answer.catch(() => {})
    this.#sent.push(answer)
  }

  /** Waits until everything is written; rethrows the first failure. */
  async flush(): Promise<void> {
    // Insert customers first, since other rows refer to them.
    const customers = this.#rowsByTable.get(customer)
    if (customers) this.#sendRows(customer, customers)
    this.#rowsByTable.delete(customer)
    for (const [table, rows] of this.#rowsByTable) {
      this.#sendRows(table, rows)
    }
    this.#rowsByTable.clear()
    for (const [writeAll, items] of this.#itemsByWriter) {
      this.send(writeAll(this.#tenant, items as never[]))
    }
    this.#itemsByWriter.clear()
    // In order: the first failure is the reason, and later statements fail only because of it.
    for (const answer of this.#sent) await answer
    this.#sent.length = 0
  }
}

/**
 * Each writing transaction increments the business's version first and holds the row lock until it
 * commits, so versions become visible in order (docs/sync-protocol.md). Sent at once: statements after
 * it see what is committed once the lock is held.
 */
export async function nextVersion(tenant: Tenant): Promise<number> {
  const statement = new ReadyStatement(countVersion, [tenant.businessId])
  const [row] = await tenant.db.execute<{ version: string }>(statement).execute()
  return row ? Number(row.version) : refuse('not_found')
}

const countVersion =
  'update business_version set version = version + 1 where business_id = $1 returning version'

/** Its transaction holds the lock of the version's row, so no other one waits for this. */
export function addToCounts({ db, businessId }: Tenant, counted: readonly Counted[]): Sendable {
  const sumOf = (name: keyof Counted) => counted.reduce((sum, each) => sum + (each[name] ?? 0), 0)
  const sums = [sumOf('members'), sumOf('redemptions')]
  return db.execute(new ReadyStatement(addCounts, [...sums, businessId]))
}

const addCounts = `update business_version
  set members = members + $1, redemptions = redemptions + $2 where business_id = $3`
