/**
 * Text that no database keeps: NUL, and half of a character that takes two (a surrogate without its
 * other one). A form says so before anything is saved; the server looks at whatever comes in.
 */
import { limits } from './limits.ts'

export const unstorableMessage = 'This has a character we can’t save. Remove it and try again.'

const halfOfCharacter = /\p{Surrogate}/u

/** @returns the first field with such text, or nested too deep; null when all of it can be kept */
export function findUnstorable(input: unknown): string | null {
  // Not recursive: how deep a body is nested is the sender's choice.
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
