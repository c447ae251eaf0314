/** The toast of an act that failed, in the server's words where it gave some. */

import { CallRefused, sentenceOf } from '#pwa/api/request.ts'
import { PasswordNotGiven } from '#pwa/session/fresh-password.ts'
import { refreshSession } from '#pwa/session/session.ts'
import { failureTexts } from '#pwa/texts/failure.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

export function showFailure(title: string, error: unknown, fallback = failureTexts.tryAgain): void {
  // Closing the question was the person's own choice.
  if (error instanceof PasswordNotGiven) return
  // The session has ended: whoever guards the screen leads to the login and back.
  if (error instanceof CallRefused && error.status === 401) void refreshSession()
  showToast({ title, description: sentenceOf(error, fallback), tone: 'destructive' })
}
