/** The toast of an act that failed, in the server's words where it gave some (spec.md §8). */
import { sentenceOf } from '#pwa/api/call.ts'
import { PasswordNotGiven } from '#pwa/session/fresh-password.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

export function showFailure(title: string, error: unknown, fallback = 'Please try again.'): void {
  // Closing the question was the person's own choice.
  if (error instanceof PasswordNotGiven) return
  showToast({ title, description: sentenceOf(error, fallback), tone: 'destructive' })
}
