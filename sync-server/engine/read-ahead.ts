/**
 * Operations of one kind that stand one behind the other are read for together, in one statement
 * instead of one each. What was read holds until an operation of another kind, or work that had
 * waited, may have changed it.
 */
import {
  readSignUpNamed,
  type SignUpAsked,
  SignUpFacts,
} from '#sync-server/loyalty/sign-up-facts.ts'
import type { AskedBy, OperationContext } from '#sync-server/rule/context.ts'
import type { AskedOperation } from './asked-operation.ts'

/** Fewer are asked one by one, with a rule's own statements. */
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

  /** What was read for this operation and those behind it; to be asked in their order. */
  async next(operation: AskedOperation): Promise<object | undefined> {
    while (this.#operations[0] && this.#operations[0].operation !== operation) {
      this.#operations.shift()
    }
    if (!this.#isOn) return undefined
    const isSignUp = operation.name === 'customer.signUp'
    if (isSignUp && this.#facts) return this.#facts
    // What the ones before have gathered has to stand where the next look for it.
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
