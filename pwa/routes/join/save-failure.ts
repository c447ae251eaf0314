/** Why a press of the sign-up button saved nothing, and what the person can do about it. */
import { joinTexts } from '#pwa/texts/join.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { NotSaved } from '#pwa/visitor/outbox.ts'

export interface SaveFailure {
  sentence: string
  /** A page opened anew may have storage again. */
  mayReload: boolean
}

export function saveFailureOf(error: unknown): SaveFailure {
  if (!isNotSaved(error)) return { sentence: joinTexts.notLoaded, mayReload: false }
  const { isFull } = error
  return { sentence: isFull ? joinTexts.storageFull : joinTexts.storageLost, mayReload: !isFull }
}

/** @returns what stays on the screen after the toast */
export function showSaveFailure(error: unknown): SaveFailure {
  const failure = saveFailureOf(error)
  const description = failure.sentence
  showToast({ title: joinTexts.signUpFailed, description, tone: 'destructive' })
  return failure
}

/** By its name: the class itself comes with the storage, which this page may not have loaded. */
function isNotSaved(error: unknown): error is NotSaved {
  return error instanceof Error && error.name === 'NotSaved'
}
