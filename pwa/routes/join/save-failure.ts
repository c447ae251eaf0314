/** Why a sign-up couldn't be saved, and what the person can do about it. */
import { joinTexts } from '#pwa/texts/join.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { NotSaved } from '#pwa/visitor/outbox.ts'

export interface SaveFailure {
  sentence: string
  /** Reloading the page may restore storage. */
  mayReload: boolean
}

export function saveFailureOf(error: unknown): SaveFailure {
  if (!isNotSaved(error)) return { sentence: joinTexts.notLoaded, mayReload: false }
  const { isFull } = error
  return { sentence: isFull ? joinTexts.storageFull : joinTexts.storageLost, mayReload: !isFull }
}

/** @returns the failure, which stays on the screen after the toast */
export function showSaveFailure(error: unknown): SaveFailure {
  const failure = saveFailureOf(error)
  const description = failure.sentence
  showToast({ title: joinTexts.signUpFailed, description, tone: 'destructive' })
  return failure
}

/**
 * Checks the name, because the class is in the storage module, which this page may not have loaded.
 */
function isNotSaved(error: unknown): error is NotSaved {
  return error instanceof Error && error.name === 'NotSaved'
}
