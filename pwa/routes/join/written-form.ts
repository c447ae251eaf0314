/**
 * Replaces the form that the server rendered with the app's form before the browser paints, keeping
 * the typed text, ticked boxes, opened consents and focus, because the person may already be typing.
 */

/** @returns the input of a form that the server rejected, to be validated again; else null */
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
  const fold = written.querySelector('details')
  if (fold?.open) form.querySelector('details')?.setAttribute('open', '')
  return written.dataset.refused === undefined ? null : new FormData(written)
}

type Control = HTMLInputElement | HTMLSelectElement

function isControl(element: unknown): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
}

function focusLike(from: Control, to: Control): void {
  to.focus({ preventScroll: true })
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) return
  // Email fields have no selection.
  if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd)
}
