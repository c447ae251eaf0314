/**
 * Validates one operation and runs its rule: in the caller's transaction, or under its own
 * savepoint if an error must not roll back others. Consecutive operations of one name share one
 * statement that reads their data ahead. An operation that always times out is parked
 * (docs/decisions/0446-operations-that-always-time-out.md).
 */
import { and, desc, eq } from 'drizzle-orm'
import { isOperationName } from '#schema/contract/operation.ts'
import { refusals } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { hourSeconds } from '#schema/contract/time-spans.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Doors } from '#sync-server/database/doors.ts'
import { isPassingFault, isTimeout } from '#sync-server/database/fault.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { type AskedBy, type OperationContext, Writes } from '#sync-server/rule/context.ts'
import type { Clock } from '#sync-server/rule/parts.ts'
import { Missing, NeedsOwner, Refusal } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { Announced, Domain, ReadForRun, Reading } from './domain.ts'
import { type AskedOperation, judgePayload, type Ruling, refusedBy } from './operation.ts'

interface Named {
  operationId: string
}

export class Timeouts {
  readonly #doors: Pick<Doors, 'platform'>
  readonly #clock: Clock
  readonly #suspected = new Set<string>()

  constructor(doors: Pick<Doors, 'platform'>, clock: Clock) {
    this.#doors = doors
    this.#clock = clock
  }

  /** Any of these operations may be at fault if the work on them timed out. */
  note(fault: unknown, operations: readonly Named[]): void {
    if (!isTimeout(fault)) return
    for (const { operationId } of operations) this.#suspected.add(operationId)
    for (const oldest of this.#suspected) {
      if (this.#suspected.size <= serverLimits.suspectedOperations) return
      this.#suspected.delete(oldest)
    }
  }

  /** @returns whether to run these operations under savepoints from the start */
  isSuspected(operations: readonly Named[]): boolean {
    return operations.some(({ operationId }) => this.#suspected.has(operationId))
  }

  /**
   * Counts a timeout of an operation under its own savepoint.
   * @returns whether it has now timed out often enough to be parked
   */
  async isCulprit(fault: unknown, businessId: string, operationId: string): Promise<boolean> {
    if (!isTimeout(fault)) return false
    const key = attemptKey('operation.timeout', businessId, operationId)
    const budget = {
      count: serverLimits.operationTimeouts - 1,
      windowSeconds: serverLimits.operationTimeoutHours * hourSeconds,
    }
    const over = await this.#doors.platform((db) => spendBudget(db, key, budget, this.#clock.now()))
    return over > 0
  }
}

/** An executor's context, and what the engine needs to run it. */
export interface Running extends OperationContext {
  readonly domain: Domain
  readonly timeouts: Timeouts
}

export type Execute = (
  operation: Pick<AskedOperation, 'name' | 'v' | 'payload'>,
  context: Running,
  /** Park for this reason regardless of content, unless validation refuses it. */
  parkFor: ParkedReason | undefined,
) => Promise<Ruling>

export const execute: Execute = async (operation, context, parkFor) => {
  // Apply 5: validate the payload and the caller's right to ask.
  const judged = judgePayload(operation, context.by.asker)
  if ('refused' in judged) return refusedBy(judged.refused)
  if ('isNewer' in judged) {
    return { status: 'parked', reason: parkFor ?? 'version_newer', waitsFor: null }
  }
  if (parkFor) return { status: 'parked', reason: parkFor, waitsFor: null }
  const off = context.domain.whyOff(judged.name, context)
  if (off) return refusedBy(new Refusal(off))
  try {
    // Apply 6: the rule itself.
    const result = await context.domain.executorOf(judged.name, operation.v)(
      judged.payload,
      context,
    )
    return { status: 'applied', result }
  } catch (error) {
    if (error instanceof Refusal) return refusedBy(error)
    if (error instanceof NeedsOwner) {
      return { status: 'parked', reason: error.reason, waitsFor: null }
    }
    // Apply 7: a dependency is missing; refuse it, or park it behind the dependency.
    if (error instanceof Missing) return whyMissing(error, context)
    throw error
  }
}

/**
 * Decides why an id that an operation names doesn't exist. If the operation that creates it was
 * refused or discarded, so is this one. If that is parked or hasn't arrived yet (it may still come
 * from an unsynced phone or outbox), this one is parked behind it.
 */
async function whyMissing(missing: Missing, context: OperationContext): Promise<Ruling> {
  await context.writes.flush()
  const { tenant } = context
  const [maker] = await tenant.db
    .select({ status: appliedOperation.status, message: appliedOperation.message })
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        eq(appliedOperation.subjectId, missing.id),
      ),
    )
    .orderBy(desc(appliedOperation.version))
    .limit(1)
  if (maker?.status === 'refused' || maker?.status === 'discarded') {
    const because = maker.message ?? refusals.discarded.message
    return {
      status: 'refused',
      code: 'depends_on_refused',
      message: `${refusals.depends_on_refused.message} ${because}`,
    }
  }
  if (maker?.status === 'applied') {
    return { status: 'refused', code: missing.code, message: refusals[missing.code].message }
  }
  return { status: 'parked', reason: missing.parkedReason, waitsFor: missing.id }
}

/**
 * Like `execute`, but rolls back after an unexpected error and parks the operation, also one that
 * timed out often enough.
 */
export const executeUnderSavepoint: Execute = async (operation, context, parkFor) => {
  try {
    return await underSavepoint(context, (inner) => execute(operation, inner, parkFor))
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    const { timeouts, tenant, operationId } = context
    const isAtFault =
      !isPassingFault(fault) || (await timeouts.isCulprit(fault, tenant.businessId, operationId))
    if (!isAtFault) throw fault
    return { status: 'parked', reason: 'server_error', waitsFor: null, fault }
  }
}

/** Commits all of the work's writes or, if it throws, none of them. */
export async function underSavepoint<Context extends OperationContext, Result>(
  context: Context,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> {
  await context.writes.flush()
  return context.tenant.db.transaction(async (db) => {
    const tenant = { ...context.tenant, db }
    const writes = new Writes(tenant)
    const result = await work({ ...context, tenant, writes })
    await writes.flush()
    return result
  })
}

interface Asking {
  batch: { by: AskedBy; operations: AskedOperation[] }
}

export class ReadAhead {
  readonly #operations: { operation: AskedOperation; by: AskedBy }[]
  readonly #domain: Domain
  /** The name of the current run; null outside of runs. */
  #name: string | null = null
  #facts: object | undefined

  constructor(waiting: readonly Asking[], domain: Domain) {
    this.#operations = waiting.flatMap(({ batch: { by, operations } }) =>
      operations.map((operation) => ({ operation, by })),
    )
    this.#domain = domain
  }

  /** Call once the lock was sent, before anything else changes rows. */
  async readFirst(context: Reading): Promise<void> {
    const name = this.#operations[0]?.operation.name
    if (name !== undefined) await this.#read(name, context)
  }

  /** @returns the data read for this operation and those after it; call in their order */
  async next(operation: AskedOperation, context: Running): Promise<object | undefined> {
    while (this.#operations[0] && this.#operations[0].operation !== operation) {
      this.#operations.shift()
    }
    const { name } = operation
    if (name === this.#name && this.#facts) return this.#facts
    // Flush rows of earlier operations, so the next reads see them.
    if (this.#readOf(name) || this.#name !== null) await context.writes.flush()
    await this.#read(name, context)
    return this.#facts
  }

  /** Call when an operation of another name, or parked work, may have changed the rows. */
  forget(): void {
    this.#facts = undefined
  }

  async #read(name: string, context: Reading): Promise<void> {
    const read = this.#readOf(name)
    this.#name = read ? name : null
    const run = read ? this.#run(name) : []
    this.#facts = run.length > 0 ? await read?.(run, context) : undefined
  }

  #readOf(name: string): ReadForRun | undefined {
    return isOperationName(name) ? this.#domain.readsForRuns[name] : undefined
  }

  #run(name: string): Announced[] {
    const end = this.#operations.findIndex(({ operation }) => operation.name !== name)
    return this.#operations
      .slice(0, end < 0 ? undefined : end)
      .map(({ operation: { payload }, by }) => ({ payload, by }))
  }
}
