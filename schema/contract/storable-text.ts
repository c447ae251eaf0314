/**
 * Text that databases cannot store: NUL, and half of a surrogate pair. Forms report it before
 * anything is saved; the server checks all input.
 */
import { limits } from './limits.ts'

export const unstorableMessage = 'This has a character we can’t save. Remove it and try again.'

const halfOfCharacter = /\p{Surrogate}/u

/** @returns the first field with such text or nested too deeply; null if all of it can be stored */
export function findUnstorable(input: unknown): string | null {
  // Not recursive, because the sender chooses how deeply a body is nested.
  const waiting: [field: string, value: unknown, depth: number][] = [['', input, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, value, depth] = next
    if (depth > limits.jsonDepth) return field.slice(0, 100)
    if (typeof value === 'string' && !isStorable(value)) return field
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return field
      waiting.push([field ? `${field}.${key}` : key, inner, depth + 1])
    }
  }
  return null
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !halfOfCharacter.test(text)
}
