/** Says that a person who was signed up had been a member, and whether cards were closed. */
import type { MetMember } from '#pwa/loyalty/met-members.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'

export function metSentence({ name, placesClosed }: MetMember): string {
  const sentence = texts.metMember(name)
  return placesClosed ? `${sentence} ${texts.placesClosed}` : sentence
}
