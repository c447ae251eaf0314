/** The worker that reads a file of members, run in this process: happy-dom has no workers. */
import { onTestFinished } from 'vitest'
import {
  answerQuestions,
  type ReaderAnswer,
  type ReaderQuestion,
} from '#pwa/loyalty/imports/import-messages.ts'

class WorkerHere {
  onmessage: ((event: { data: ReaderAnswer }) => void) | null = null
  onerror: ((event: { message: string }) => void) | null = null
  #isEnded = false
  readonly #answer = answerQuestions((data) => {
    if (!this.#isEnded) this.onmessage?.({ data })
  })

  postMessage(question: ReaderQuestion): void {
    this.#answer(question)
  }

  terminate(): void {
    this.#isEnded = true
  }
}

export function offerWorkers(): void {
  const before = globalThis.Worker
  Object.assign(globalThis, { Worker: WorkerHere })
  onTestFinished(() => void Object.assign(globalThis, { Worker: before }))
}
