/** Keeps a form's input across one reload of this window. */
const keptName = 'regulars-typed'

export function keepTyped(form: HTMLFormElement): void {
  const typed = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  try {
    sessionStorage.setItem(keptName, JSON.stringify(typed))
  } catch {
    // The person has to type it again.
  }
}

/** Fills only empty fields, because the person may already be typing. */
export function takeOverTyped(form: HTMLFormElement | null): void {
  const typed = take()
  if (!form || !typed) return
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked ||= typed.has(control.name)
      if (control.checked) control.closest('details')?.setAttribute('open', '')
    } else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.value ||= typed.get(control.name) ?? ''
    }
  }
}

function take(): Map<string, string> | null {
  try {
    const kept = sessionStorage.getItem(keptName)
    sessionStorage.removeItem(keptName)
    return kept === null ? null : new Map(JSON.parse(kept))
  } catch {
    return null
  }
}
