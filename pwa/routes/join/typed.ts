/** Keeps a form's input across one reload of this window (docs/decisions/0489). */
import { minuteMs } from '#schema/contract/time-spans.ts'

const keptName = 'regulars-typed'
const keptMsMost = 10 * minuteMs

export function keepTyped(form: HTMLFormElement): void {
  keep([...new FormData(form)])
}

/** Without the consents: after a reload, which may be another person's, they are given again. */
export function keepFields(form: HTMLFormElement): void {
  const isConsent = (name: string) => form.querySelector(`[type="checkbox"][name="${name}"]`)
  if (!isKept()) keep([...new FormData(form)].filter(([name]) => !isConsent(name)))
}

function keep(typed: [string, FormDataEntryValue][]): void {
  try {
    sessionStorage.setItem(keptName, JSON.stringify({ at: Date.now(), typed }))
  } catch {
    // The person has to type it again.
  }
}

/**
 * Fills only empty fields, because the person may already be typing.
 * @returns whether something was kept
 */
export function takeOverTyped(form: HTMLFormElement | null): boolean {
  const typed = take()
  if (!form || !typed) return false
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked ||= typed.has(control.name)
      if (control.checked) control.closest('details')?.setAttribute('open', '')
    } else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.value ||= typed.get(control.name) ?? ''
    }
  }
  return true
}

function isKept(): boolean {
  try {
    return sessionStorage.getItem(keptName) !== null
  } catch {
    return false
  }
}

function take(): Map<string, string> | null {
  try {
    const kept = sessionStorage.getItem(keptName)
    sessionStorage.removeItem(keptName)
    const { at, typed } = JSON.parse(kept ?? '{}')
    return Date.now() - at < keptMsMost ? new Map(typed) : null
  } catch {
    return null
  }
}
