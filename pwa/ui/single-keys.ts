/**
 * Single-key shortcuts, which speech input may trigger by accident: people can switch them off on
 * this device (WCAG 2.2, 2.1.4).
 */
const keptAs = 'single-keys'

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(keptAs) !== 'off'
  } catch {
    return true
  }
}

export function switchSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(keptAs)
    else localStorage.setItem(keptAs, 'off')
  } catch {
    // Storage is blocked: they stay on.
  }
}

/** Whether the key was meant as a shortcut rather than typed into a field. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.metaKey || event.ctrlKey || event.altKey) return false
  const place = event.target instanceof Element ? event.target : document.body
  if (place.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return false
  return areSingleKeysOn()
}
