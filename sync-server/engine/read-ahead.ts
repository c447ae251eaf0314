/**
 * Reads the data for a run of consecutive operations of one name in one statement instead of one
 * each. It stays valid until an operation of another name, or parked work that was taken up, may
 * have changed it. The first run is read along with the lock, unless it needs the business first.
 */
import { isOperationName } from '#schema/contract/operation.ts'
import type { AskedBy } from '#sync-server/rule/context.ts'
import type { Announced, Domain, ReadForRun, Reading } from './domain.ts'
import type { Running } from './execute.ts'
import type { AskedOperation } from './operation.ts'

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
