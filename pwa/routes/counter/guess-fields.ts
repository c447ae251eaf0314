/** What was searched for in vain goes into the field of the sign-up that it looks like. */
import type { NewPerson } from '#pwa/loyalty/duplicates.ts'

export function guessFields(typed: string): NewPerson {
  const text = typed.trim()
  const empty = { firstName: '', lastName: '', email: '', phone: '' }
  if (text.includes('@')) return { ...empty, email: text }
  if (/^\+?[\d\s()./-]+$/.test(text)) return { ...empty, phone: text }
  const [firstName = '', ...rest] = text.split(/\s+/).map(capitalized)
  return { ...empty, firstName, lastName: rest.join(' ') }
}

function capitalized(word: string): string {
  const [first = '', ...rest] = [...word]
  return first.toLocaleUpperCase() + rest.join('')
}
