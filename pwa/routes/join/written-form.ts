/**
 * The form that the server wrote and that somebody may be typing into already: the app's own form
 * takes its place with what was typed, ticked and focused, before the browser paints.
 */

/** @returns the form that the server wrote and refused, to be checked again; else null */
export function takeOverWrittenForm(form: HTMLFormElement | null): FormData | null {
  const written = document.querySelector<HTMLFormElement>('#frame form')
  if (!form || !written) return null
  for (const from of written.elements) {
    const to = isControl(from) && from.name ? form.elements.namedItem(from.name) : null
    if (!isControl(from) || !isControl(to)) continue
    to.value = from.value
    if (from instanceof HTMLInputElement && to instanceof HTMLInputElement)
      to.checked = from.checked
    if (from === document.activeElement) focusLike(from, to)
  }
  return written.dataset.refused === undefined ? null : new FormData(written)
}

type Control = HTMLInputElement | HTMLSelectElement

function isControl(element: unknown): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
}

function focusLike(from: Control, to: Control): void {
  to.focus({ preventScroll: true })
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) return
  // An email field has no selection.
  if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd)
}
