/**
 * What is wrong with a field, in the language of the screens. The contract's sentences are English
 * and shared with the server; those that Spanish does not know stay as they are.
 */
import { translationOf } from './language.ts'

const figure = /\d[\d,.]*\d|\d/

export function fieldSentence(message: string): string {
  const whole = translationOf('field', message)
  if (whole !== undefined) return whole
  const [found] = figure.exec(message) ?? []
  if (found === undefined) return message
  return translationOf('field', message.replace(found, '#'))?.replace('#', found) ?? message
}
