/**
 * Follows the outcome of one sign-up for the screen that saved it: from the disk, and from any tab.
 */
import type { Refusal } from '#pwa/visitor/database.ts'
import { rowOf, watch } from '#pwa/visitor/outbox.ts'
import { listenForSettled } from '#pwa/visitor/settled.ts'
import type { SignUpAnswer } from '#schema/contract/sign-up.ts'

export type SignUpVerdict =
  | { kind: 'waiting' }
  | { kind: 'parked' }
  /** `answer` is null if a till has already deleted the row. */
  | { kind: 'applied'; answer: SignUpAnswer | null }
  | { kind: 'refused'; refusal: Refusal }

/** Another context may delete the row a moment before its message arrives. */
const wordPatienceMs = 1_000

export function followSignUp(
  operationId: string,
  show: (verdict: SignUpVerdict) => void,
): () => void {
  let word: SignUpAnswer | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopListening = listenForSettled((settled) => {
    if (settled.operationId !== operationId) return
    word = settled.answer
    clearTimeout(timer)
    show({ kind: 'applied', answer: word })
  })
  const stopWatching = watch(
    () => rowOf(operationId),
    (row) => {
      if (row?.name === 'customer.signUp') return show(verdictOf(row))
      timer ??= setTimeout(() => {
        if (!word) show({ kind: 'applied', answer: null })
      }, wordPatienceMs)
    },
  )
  return () => {
    clearTimeout(timer)
    stopListening()
    stopWatching()
  }
}

function verdictOf(row: {
  status: string
  answer: SignUpAnswer | null
  refusal: Refusal | null
}): SignUpVerdict {
  if (row.status === 'applied') return { kind: 'applied', answer: row.answer }
  if (row.refusal) return { kind: 'refused', refusal: row.refusal }
  return { kind: row.status === 'parked' ? 'parked' : 'waiting' }
}
