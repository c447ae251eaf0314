/**
 * Finds the operation that always runs into the database's statement timeout, so that it ends
 * instead of delaying its business with every retry. After a transaction timed out, this process
 * runs each of its operations under its own savepoint. An operation that times out there several
 * times is parked like one that throws; fewer timeouts can come from a busy database and park
 * nothing. The count is in the database, so every server and restart continues it.
 */
import type { Doors } from '#sync-server/database/doors.ts'
import { isTimeout } from '#sync-server/database/fault.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import type { Clock } from '#sync-server/rule/clock.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

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
      windowSeconds: serverLimits.operationTimeoutHours * 3600,
    }
    const over = await this.#doors.platform((db) => spendBudget(db, key, budget, this.#clock.now()))
    return over > 0
  }
}
