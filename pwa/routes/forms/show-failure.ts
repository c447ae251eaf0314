/** The toast for a failed action. It uses the server's message if there is one. */

import { CallRefused, sentenceOf } from '#pwa/api/request.ts'
import { reloadCalls } from '#pwa/api/use-call.ts'
import { PasswordNotGiven } from '#pwa/session/fresh-password.ts'
import { refreshSession } from '#pwa/session/session.ts'
import { failureTexts } from '#pwa/texts/failure.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

export function showFailure(title: string, error: unknown, fallback = failureTexts.tryAgain): void {
  // The person chose to close the password prompt.
  if (error instanceof PasswordNotGiven) return
  // The session has ended: the screen's guard leads to the login and back.
  if (error instanceof CallRefused && error.status === 401) void refreshSession()
  // Someone else removed it first, so reload the lists that still show it.
  if (isGone(error)) reloadCalls()
  showToast({ title, description: sentenceOf(error, fallback), tone: 'destructive' })
}

/** Whether the thing that the person acted on no longer exists. */
export function isGone(error: unknown): boolean {
  return error instanceof CallRefused && error.code === 'not_found'
}
