/** Tells of a call that failed: the title of spec.md §8 and the server's sentence. */
import { sentenceOf } from '#pwa/api/call.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

export function tellFailure(title: string, error: unknown, fallback: string): undefined {
  showToast({ title, description: sentenceOf(error, fallback), tone: 'destructive' })
}
