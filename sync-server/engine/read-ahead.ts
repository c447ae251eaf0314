/**
 * Reads the data for a run of consecutive operations of one kind in one statement instead of one
 * each. It stays valid until an operation of another kind, or parked work that was taken up, may
 * have changed it.
 */
import {
  readSignUpNamed,
  type SignUpAsked,
  SignUpFacts,
} from '#sync-server/loyalty/sign-up-facts.ts'
import type { AskedBy, OperationContext } from '#sync-server/rule/context.ts'
import type { AskedOperation } from './asked-operation.ts'

/** Shorter runs use the rule's own statements. */
const runLengthMin = 2

interface Asking {
  batch: { by: AskedBy; operations: AskedOperation[] }
}

export class ReadAhead {
  readonly #operations: { operation: AskedOperation; by: AskedBy }[]
  readonly #context: OperationContext
  readonly #isOn: boolean
  #facts: SignUpFacts | undefined
  #isAfterSignUp = false

  constructor(waiting: readonly Asking[], context: OperationContext, isOn: boolean) {
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
    const isSignUp = operation.name === 'customer.signUp'
    if (isSignUp && this.#facts) return this.#facts
    // Flush rows of earlier operations, so the next reads see them.
    if (isSignUp || this.#isAfterSignUp) await this.#context.writes.flush()
    this.#isAfterSignUp = isSignUp
    this.#facts = undefined
    const asked = isSignUp ? this.#run() : []
    if (asked.length >= runLengthMin) this.#facts = await SignUpFacts.read(asked, this.#context)
    return this.#facts
  }

  forget(): void {
    this.#facts = undefined
  }

  #run(): SignUpAsked[] {
    const end = this.#operations.findIndex(({ operation }) => operation.name !== 'customer.signUp')
    return this.#operations.slice(0, end < 0 ? undefined : end).flatMap(({ operation, by }) => {
      const payload = readSignUpNamed(operation.payload)
      return payload ? [{ payload, by }] : []
    })
  }
}
