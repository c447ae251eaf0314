/** Refuses text that a database can't store, anywhere in a body or query. */
import { findUnstorable, unstorableMessage } from '#schema/contract/storable-text.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

/** @throws Refusal validation_failed, naming the field */
export function requireKeepable(input: unknown): void {
  const field = findUnstorable(input)
  if (field === null) return
  const message = unstorableMessage
  refuse('validation_failed', { message, errors: [{ field, message }] })
}
