/** Why a sign-up couldn't be saved, and what the person can do about it. */
import { joinTexts } from '#pwa/texts/join.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { NotSaved } from '#pwa/visitor/outbox.ts'

export interface SaveFailure {
  sentence: string
  /** Reloading the page may restore storage. */
  mayReload: boolean
}

export type DeviceTexts = Pick<typeof joinTexts, 'storageFull' | 'storageLost'>

export function saveFailureOf(error: unknown, texts: DeviceTexts = joinTexts): SaveFailure {
  if (!isNotSaved(error)) return { sentence: joinTexts.notLoaded, mayReload: false }
  const { isFull } = error
  return { sentence: isFull ? texts.storageFull : texts.storageLost, mayReload: !isFull }
}

/**
 * @param texts name the device
 * @returns the failure, which stays on the screen after the toast
 */
export function showSaveFailure(error: unknown, texts?: DeviceTexts): SaveFailure {
  const failure = saveFailureOf(error, texts)
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
