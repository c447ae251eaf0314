/**
 * Reads the data for a run of consecutive operations of one name in one statement instead of one
 * each. It stays valid until an operation of another name, or parked work that was taken up, may
 * have changed it.
 */
import { isOperationName } from '#schema/contract/operation.ts'
import type { AskedBy } from '#sync-server/rule/context.ts'
import type { Announced, ReadForRun } from './domain.ts'
import type { Running } from './execute.ts'
import type { AskedOperation } from './operation.ts'

interface Asking {
  batch: { by: AskedBy; operations: AskedOperation[] }
}

export class ReadAhead {
  readonly #operations: { operation: AskedOperation; by: AskedBy }[]
  readonly #context: Running
  readonly #isOn: boolean
  /** The name of the current run; null outside of runs. */
  #name: string | null = null
  #facts: object | undefined

  constructor(waiting: readonly Asking[], context: Running, isOn: boolean) {
    this.#operations = waiting.flatMap(({ batch: { by, operations } }) =>
      operations.map((operation) => ({ operation, by })),
    )
    this.#context = context
    this.#isOn = isOn
  }

  /** @returns the data read for this operation and those after it; call in their order */
  async next(operation: AskedOperation): Promise<object | undefined> {
    while (this.#operations[0] && this.#operations[0].operation !== operation) {
      this.#operations.shift()
    }
    if (!this.#isOn) return undefined
    const { name } = operation
    if (name === this.#name && this.#facts) return this.#facts
    const read = this.#readOf(name)
    // Flush rows of earlier operations, so the next reads see them.
    if (read || this.#name !== null) await this.#context.writes.flush()
    this.#name = read ? name : null
    const run = read ? this.#run(name) : []
    this.#facts = run.length > 0 ? await read?.(run, this.#context) : undefined
    return this.#facts
  }

  forget(): void {
    this.#facts = undefined
  }

  #readOf(name: string): ReadForRun | undefined {
    return isOperationName(name) ? this.#context.domain.readsForRuns[name] : undefined
  }

  #run(name: string): Announced[] {
    const end = this.#operations.findIndex(({ operation }) => operation.name !== name)
    return this.#operations
      .slice(0, end < 0 ? undefined : end)
      .map(({ operation: { payload }, by }) => ({ payload, by }))
  }
}
