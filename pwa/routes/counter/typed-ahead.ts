/**
 * What is typed between Enter in the search and the amount's focus. Fingers may be faster than the
 * screen: without this the first digit of an amount would land in the search, and $120 be $20.
 */
let held: { text: string; isEntered: boolean } | null = null

export function beginTypingAhead(): void {
  held = { text: '', isEntered: false }
}

/** @returns whether the key is held back for the amount */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyTyped): boolean {
  if (!held || ctrlKey || metaKey || altKey) return false
  if (key === 'Escape') held = null
  if (!held || !(key === 'Enter' || key === 'Backspace' || key.length === 1)) return false
  // What follows Enter is not of this amount any more.
  if (held.isEntered) return true
  if (key === 'Enter') held.isEntered = held.text !== ''
  else if (key === 'Backspace') held.text = held.text.slice(0, -1)
  else held.text += key
  return true
}

/** @returns what was typed meanwhile, and whether Enter ended it */
export function endTypingAhead(): { text: string; isEntered: boolean } {
  const typed = held ?? { text: '', isEntered: false }
  held = null
  return typed
}

type KeyTyped = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>
