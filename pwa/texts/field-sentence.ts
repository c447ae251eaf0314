/**
 * Translates a field's error. The contract's sentences are English and shared with the server;
 * sentences without a translation stay English.
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
