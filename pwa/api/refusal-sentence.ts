/** Shows a refusal in the language of the screen; in English the server's own message is better. */
import { translationOf } from '#pwa/texts/language.ts'

/** @param message the server's message, which may contain a balance or a date */
export function refusalSentence(code: string, message: string): string {
  return translationOf('refusal', code) ?? message
}
