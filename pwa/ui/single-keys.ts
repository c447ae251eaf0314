/**
 * Shortcuts of a single key, which speech input may press by accident: they can be switched off
 * (WCAG 2.2, 2.1.4). Kept on the device.
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
    // Storage is refused: they stay on.
  }
}

/** Whether a key was meant as a shortcut, and not typed into something. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.metaKey || event.ctrlKey || event.altKey) return false
  const place = event.target instanceof Element ? event.target : document.body
  if (place.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return false
  return areSingleKeysOn()
}
