/** Says that a new sign-up was already a member, and whether their open cards were closed. */
import type { MetMember } from '#pwa/loyalty/met-members.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'

export function metSentence({ name, placesClosed }: MetMember): string {
  const sentence = texts.metMember(name)
  return placesClosed ? `${sentence} ${texts.placesClosed}` : sentence
}
