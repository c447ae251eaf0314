/** The server's no in the language of the screens; in English the server has the better words. */
import { translationOf } from '#pwa/texts/language.ts'

/** @param message what the server said, which may name a balance or a date */
export function refusalSentence(code: string, message: string): string {
  return translationOf('refusal', code) ?? message
}
