/**
 * Text that no database keeps, NUL and halves of a character, is refused at the door, wherever in a
 * body or query it stands, keys included.
 */
import { limits } from '#schema/contract/limits.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

const message = 'This has a character we can’t save. Remove it and try again.'
const halfOfCharacter = /\p{Surrogate}/u

/** @throws Refusal validation_failed, naming the field */
export function requireKeepable(input: unknown): void {
  // Not recursive: how deep a body is nested is the sender's choice.
  const waiting: [field: string, value: unknown, depth: number][] = [['', input, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, value, depth] = next
    if (depth > limits.jsonDepth) refuseAt(field.slice(0, 100))
    if (typeof value === 'string' && !isKeepable(value)) refuseAt(field)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isKeepable(key)) refuseAt(field)
      waiting.push([field ? `${field}.${key}` : key, inner, depth + 1])
    }
  }
}

export function isKeepable(text: string): boolean {
  return !text.includes('\0') && !halfOfCharacter.test(text)
}

function refuseAt(field: string): never {
  return refuse('validation_failed', { message, errors: [{ field, message }] })
}
