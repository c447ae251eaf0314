/**
 * Holds keys typed between Enter in the search and the focus on the amount. A fast cashier can be
 * ahead of the screen: otherwise an amount's first digit would land in the search and $120 become
 * $20.
 */
let held: { text: string; isEntered: boolean } | null = null

export function beginTypingAhead(): void {
  held = { text: '', isEntered: false }
}

/** @returns whether the key is held for the amount */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyTyped): boolean {
  if (!held || ctrlKey || metaKey || altKey) return false
  if (key === 'Escape') held = null
  if (!held || !(key === 'Enter' || key === 'Backspace' || key.length === 1)) return false
  // Keys after Enter don't belong to this amount.
  if (held.isEntered) return true
  if (key === 'Enter') held.isEntered = held.text !== ''
  else if (key === 'Backspace') held.text = held.text.slice(0, -1)
  else held.text += key
  return true
}

/** @returns the held keys, and whether Enter ended them */
export function endTypingAhead(): { text: string; isEntered: boolean } {
  const typed = held ?? { text: '', isEntered: false }
  held = null
  return typed
}

type KeyTyped = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>
